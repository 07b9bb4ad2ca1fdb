import "../db/drizzle-as-commonjs.ts";
import { readEnv } from "../config/config.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

await exitOnOperatorError(async () => {
  const env = readEnv(process.env);
  const { start } = await import("../runtime/start.ts");
  await start(env);
});
