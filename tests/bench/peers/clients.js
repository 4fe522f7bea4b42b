// Plays in rooms of four on one of the servers. Arguments: kind, port, rooms, thinking ms, seconds to warm up, seconds to
// measure. Prints "begin" and "end" around the measured time, then the figures as a line of JSON.

import { createRequire } from "node:module";

import { Client as ColyseusClient } from "@colyseus/sdk";
import WebSocket from "ws";

import { GAME } from "./boardgame.js";
import { SEATS } from "./game.js";

const require = createRequire(import.meta.url);
const [kind, port, rooms, think, warm, seconds] = process.argv.slice(2);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A room: the seat whose turn it is acts when the act before has reached all four. */
class Room {
    constructor() {
        this.turn = 0;
        this.told = 0;
        this.acts = [];
        this.sent = 0;
    }

    /** One of the seats has received the state after `turn` acts. */
    arrived(turn) {
        if (turn !== this.turn + 1) {
            return;
        }
        this.told += 1;
        if (this.told === SEATS) {
            if (measuring) {
                times.push(performance.now() - this.sent);
            }
            this.told = 0;
            this.turn += 1;
            setTimeout(() => this.act(), Number(think) * 2 * Math.random());
        }
    }

    act() {
        this.sent = performance.now();
        this.acts[this.turn % SEATS](this.turn);
    }
}

const join = {
    async ws(room, name) {
        for (let seat = 0; seat < SEATS; seat++) {
            const socket = new WebSocket(`ws://127.0.0.1:${port}/${name}/${seat}`, { perMessageDeflate: false });
            await new Promise((resolve) => socket.on("open", resolve));
            socket.on("message", (data) => room.arrived(JSON.parse(data).turn));
            room.acts[seat] = (turn) => socket.send(JSON.stringify({ turn, verb: "put" }));
        }
    },

    async colyseus(room) {
        const client = new ColyseusClient(`ws://127.0.0.1:${port}`);
        let table;
        for (let n = 0; n < SEATS; n++) {
            table = await (table ? client.joinById(table.roomId) : client.create("table"));
            const mine = table;
            const seat = await new Promise((resolve) => mine.onMessage("seat", resolve));
            mine.onStateChange((state) => room.arrived(state.turn));
            room.acts[seat] = (turn) => mine.send("act", { turn, verb: "put" });
        }
    },

    async boardgame(room, name) {
        const { Client } = require("boardgame.io/dist/cjs/client.js");
        const { SocketIO } = require("boardgame.io/dist/cjs/multiplayer.js");
        for (let seat = 0; seat < SEATS; seat++) {
            const socketOpts = { transports: ["websocket"] };
            const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts });
            const its = { matchID: `room-${name}`, playerID: String(seat), numPlayers: SEATS, debug: false };
            const client = Client({ game: GAME, multiplayer, ...its });
            client.start();
            // A client shows its own move at once: only what the server says about it counts.
            const { transport } = client;
            const heard = transport.notifyClient.bind(transport);
            transport.notifyClient = (data) => {
                heard(data);
                const state = client.getState();
                if (data.type === "update" && state) {
                    room.arrived(state.G.turn);
                }
            };
            await new Promise((resolve) => {
                const stop = client.subscribe((state) => state && resolve());
                void stop;
            });
            room.acts[seat] = () => client.moves.act();
        }
    },
};

let measuring = false;
let times = [];
const all = Array.from({ length: Number(rooms) }, () => new Room());
for (const [number, room] of all.entries()) {
    await join[kind](room, number);
}
for (const room of all) {
    room.act();
}
await pause(1000 * Number(warm));
const before = all.reduce((sum, room) => sum + room.turn, 0);
const since = performance.now();
measuring = true;
console.log("begin");
await pause(1000 * Number(seconds));
const acts = all.reduce((sum, room) => sum + room.turn, 0) - before;
console.log("end");
times = times.sort((a, b) => a - b);
const share = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;
console.log(JSON.stringify({ acts, seconds: (performance.now() - since) / 1000, p50: share(0.5), p99: share(0.99) }));
process.exit(0);
