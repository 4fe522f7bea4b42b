// A server on `ws`, as its authors' users write one: the state in plain objects, and the patch of each act written by
// hand, the hidden part for its seat alone. Arguments: port, socket of Redis ("" = nothing is stored).

import { WebSocketServer } from "ws";

import { SEATS, begun, play } from "./game.js";
import { storing } from "./store.js";

const [port, redis] = process.argv.slice(2);
const store = await storing(redis);
const rooms = new Map();

new WebSocketServer({ port: Number(port), host: "127.0.0.1", perMessageDeflate: false }).on("connection", (socket, request) => {
    const [, name, at] = request.url.split("/");
    const room = rooms.get(name) ?? { state: begun(), sockets: [] };
    rooms.set(name, room);
    const seat = Number(at);
    room.sockets[seat] = socket;
    socket.on("message", async (data) => {
        const act = JSON.parse(data);
        if (act.turn !== room.state.turn || seat !== act.turn % SEATS) {
            return;
        }
        if (store) {
            await store(name, { ...act, seat });
        }
        const { state } = room;
        const put = play(state, seat);
        const player = state.players[seat];
        const patch = `{"turn":${state.turn},"players":{"${seat}":{"money":${player.money},"row":{"${put}":${player.row[put]}}}},"supply":{"${put}":${state.supply[put]}}`;
        const at = (state.turn - 1) % 3;
        for (const [other, it] of room.sockets.entries()) {
            it.send(other === seat ? `${patch},"hand":{"${at}":${player.hand[at]}}}` : `${patch}}`);
        }
    });
});
