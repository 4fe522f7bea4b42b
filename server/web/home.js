/** What one sees before there is a table: fetched when it is needed, since the link of a table leads past it. */

import { Lobby } from "./lobby.js";
import { SetUp } from "./setup.js";
import { Welcome } from "./welcome.js";

export default { Lobby, SetUp, Welcome };
