// A server on Colyseus, with its schemas: a hand is in the view of its own seat alone. Patches go after each act, not
// with the clock of 50 ms, so that its answers are as early as they can be. Arguments: port, socket of Redis.

import { Room, Server } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

import { SEATS, begun, play } from "./game.js";
import { storing } from "./store.js";

const [port, redis] = process.argv.slice(2);
const store = await storing(redis);

const Player = schema({ money: t.number(), row: t.array("number"), hand: t.array("number").view() }, "Player");
const State = schema({ turn: t.number(), supply: t.array("number"), players: t.array(Player) }, "State");

class Table extends Room {
    maxClients = SEATS;
    patchRate = null;

    onCreate() {
        const { turn, supply, players } = begun();
        this.state = new State();
        this.state.turn = turn;
        this.state.supply.push(...supply);
        for (const { money, row, hand } of players) {
            const player = new Player();
            player.money = money;
            player.row.push(...row);
            player.hand.push(...hand);
            this.state.players.push(player);
        }
        this.seats = 0;
        this.onMessage("act", async (client, act) => {
            const { seat } = client.userData;
            if (act.turn !== this.state.turn || seat !== act.turn % SEATS) {
                return;
            }
            if (store) {
                await store(this.roomId, { ...act, seat });
            }
            play(this.state, seat);
            this.broadcastPatch();
        });
    }

    onJoin(client) {
        client.userData = { seat: this.seats++ };
        client.view = new StateView();
        client.view.add(this.state.players[client.userData.seat]);
        client.send("seat", client.userData.seat);
        this.broadcastPatch();
    }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("table", Table);
await server.listen(Number(port), "127.0.0.1");
