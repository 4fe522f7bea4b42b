// The game that all peers serve: no rules of a real one, but the size of a move. The seat whose turn it is puts one of
// its twelve cards out: its money, its row, its hidden hand, the supply and the turn change.

export const SEATS = 4;
export const CARDS = 12;

/** The number of the card that a seat puts out at a turn. */
export const card = (turn) => (turn * 5 + 3) % CARDS;

/** The money that this brings. */
export const gain = (turn) => (turn * 7) % 6;

/** The card that it draws; only the seat itself may see it. */
export const drawn = (turn) => (turn * 11 + 1) % CARDS;

/** The state of a room at its start. */
export const begun = () => ({
    turn: 0,
    supply: Array(CARDS).fill(1000),
    players: Array.from({ length: SEATS }, () => ({ money: 3, row: Array(CARDS).fill(0), hand: [1, 2, 3] })),
});

/** Carries a turn out. Works on plain objects and on objects that record their changes. */
export function play(state, seat) {
    const player = state.players[seat];
    const put = card(state.turn);
    player.money += gain(state.turn);
    player.row[put] += 1;
    player.hand[state.turn % 3] = drawn(state.turn);
    state.supply[put] -= 1;
    state.turn += 1;
    return put;
}
