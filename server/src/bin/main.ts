import { readEnv } from "../config/config.ts";
import { start } from "../runtime/start.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

await exitOnOperatorError(() => start(readEnv(process.env)));
