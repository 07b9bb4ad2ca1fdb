import "./db/drizzle-as-commonjs.ts";
import { readEnv } from "./env.ts";
import { exitOnFault } from "./exit-on-fault.ts";

await exitOnFault(async () => {
  const env = readEnv(process.env);
  const { start } = await import("./start.ts");
  await start(env);
});
