import "../db/drizzle-as-commonjs.ts";
import { readEnv } from "../config/config.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

// `npm run migrate`: brings the schema up to date before a new release starts. The embedded database migrates itself
// at every start, so there this is only needed while no server runs; one that runs holds the folder and says so.
await exitOnOperatorError(async () => {
  const env = readEnv(process.env);
  const [{ connect }, { migrate }] = await Promise.all([
    import("../db/connect.ts"),
    import("../db/migrate.ts"),
  ]);
  const connection = await connect(env, console.log);
  try {
    await migrate(connection.config);
    console.log("The database schema is up to date.");
  } finally {
    await connection.close();
  }
});
