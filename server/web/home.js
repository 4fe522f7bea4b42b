/**
 * What one sees before there is a table, and the dialogs that one opens beside one: fetched when it is needed, since
 * the link of a table leads past it.
 */

export { Me } from "./devices.js";
export { KeysPage } from "./keylist.js";
export { Learn } from "./learn.js";
export { Lobby } from "./lobby.js";
export { TableMenu } from "./menu.js";
export { People } from "./people.js";
export { Preferences } from "./preferences.js";
export { SetUp } from "./setup.js";
export { Waiting } from "./waiting.js";
export { Welcome } from "./welcome.js";
