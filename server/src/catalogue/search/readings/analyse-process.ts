// A process of its own, because a serving process shall not keep the dictionary in memory.
import { text } from "node:stream/consumers";
import { openAnalyser } from "./analyser.ts";

const texts = JSON.parse(await text(process.stdin)) as string[];
process.stdout.write(JSON.stringify(texts.map(openAnalyser())));
