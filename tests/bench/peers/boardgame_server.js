// A server on boardgame.io: hidden parts are cut out by `playerView`, the state is stored by a storage of our own that
// writes to Redis, or by the one in memory. Arguments: port, socket of Redis.

import { createRequire } from "node:module";

import { createClient } from "@redis/client";

import { GAME } from "./boardgame.js";

const require = createRequire(import.meta.url);
const { Async } = require("boardgame.io/dist/cjs/internal.js");
const { Server } = require("boardgame.io/dist/cjs/server.js");
const [port, redis] = process.argv.slice(2);

/** Keeps what was read in memory, as the storage in memory does, and stores each new state before it is told. */
class RedisStorage extends Async {
    constructor(socket) {
        super();
        this.client = createClient({ socket: { path: socket } });
        this.matches = new Map();
    }

    async connect() {
        await this.client.connect();
    }

    async createMatch(id, { initialState, metadata }) {
        this.matches.set(id, { state: initialState, initialState, metadata, log: [] });
        await this.client.set(`match:${id}`, JSON.stringify(initialState));
    }

    async setState(id, state, deltalog = []) {
        const match = this.matches.get(id);
        match.state = state;
        match.log.push(...deltalog);
        await this.client.multi().set(`match:${id}`, JSON.stringify(state)).rPush(`log:${id}`, JSON.stringify(deltalog)).exec();
    }

    async setMetadata(id, metadata) {
        this.matches.get(id).metadata = metadata;
    }

    async fetch(id, { state, metadata, log, initialState }) {
        const match = this.matches.get(id) ?? {};
        return {
            ...(state && { state: match.state }),
            ...(metadata && { metadata: match.metadata }),
            ...(log && { log: match.log }),
            ...(initialState && { initialState: match.initialState }),
        };
    }

    async wipe(id) {
        this.matches.delete(id);
    }

    async listMatches() {
        return [...this.matches.keys()];
    }
}

const server = Server({ games: [GAME], origins: [/.*/], ...(redis && { db: new RedisStorage(redis) }) });
await server.run({ port: Number(port), callback: () => undefined });
