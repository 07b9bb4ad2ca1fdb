// A process of its own, because a serving process shall not keep the dictionary in memory. It ends with its parent's channel.
import { openAnalyser } from "./analyser.ts";

const keysOf = openAnalyser();

process.on("message", (texts: string[]) => process.send?.(texts.map(keysOf)));
