import "../db/drizzle-as-commonjs.ts";
import { readEnv } from "../config/config.ts";
import { exitOnFault } from "./exit-on-operator-error.ts";

await exitOnFault(async () => {
  const env = readEnv(process.env);
  const { start } = await import("../runtime/start.ts");
  await start(env);
});
