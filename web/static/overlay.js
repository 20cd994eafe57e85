// The overlay for a stream of one table: the last roll and what comes of it. docs/streamers.md says what
// its address may hold.
import { socket } from "./link.js";
import { drawn } from "./overlay/parts.js";
import { present } from "./overlay/stage.js";
import { tr } from "./language.js";

present({ drawn, wire: socket, from: tr("table") });
