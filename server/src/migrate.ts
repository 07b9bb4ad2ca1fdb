import "./db/drizzle-as-commonjs.ts";
import { connect } from "./db/connect.ts";
import { migrate } from "./db/migrate.ts";
import { readEnv } from "./env.ts";
import { exitOnFault } from "./exit-on-fault.ts";

// `npm run migrate`: brings the schema up to date before a new release starts. The embedded database migrates itself
// at every start, so there this is only needed while no server runs; one that runs holds the folder and says so.
await exitOnFault(async () => {
  const connection = await connect(readEnv(process.env), console.log);
  try {
    await migrate(connection.config);
    console.log("The database schema is up to date.");
  } finally {
    await connection.close();
  }
});
