// Stores acts in Redis before anybody is told of them: one list for each room, as other programs do it.

import { createClient } from "@redis/client";

/** Returns a function that stores an act of a room; without an address, one that stores nothing. */
export async function storing(socket) {
    if (!socket) {
        return undefined;
    }
    const client = createClient({ socket: { path: socket } });
    await client.connect();
    return (room, act) => client.rPush(`room:${room}`, JSON.stringify(act)); // commands of one tick go as one batch
}
