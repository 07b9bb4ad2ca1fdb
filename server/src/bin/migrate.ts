import { readEnv } from "../config/config.ts";
import { withSettings } from "../config/settings-file.ts";
import { connect } from "../db/connect.ts";
import { migrate } from "../db/migrate.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

// `npm run migrate`: brings the schema up to date before a new release starts. The embedded database migrates itself
// at every start and belongs to one process, so the command needs a stopped server there.
await exitOnOperatorError(async () => {
  const connection = await connect(readEnv(withSettings(process.argv.slice(2), process.env).environment), console.log);
  try {
    await migrate(connection.config);
    console.log("The database schema is up to date.");
  } finally {
    await connection.close();
  }
});
