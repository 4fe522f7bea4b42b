// The game as boardgame.io describes games; its server and its clients both need it.

import { SEATS, begun, play } from "./game.js";

export const GAME = {
    name: "table",
    minPlayers: SEATS,
    maxPlayers: SEATS,
    setup: begun,
    moves: {
        act: ({ G, playerID }) => {
            play(G, Number(playerID));
        },
    },
    turn: { minMoves: 1, maxMoves: 1 },
    playerView: ({ G, playerID }) => ({
        ...G,
        players: G.players.map((player, seat) => (String(seat) === playerID ? player : { ...player, hand: [] })),
    }),
};
