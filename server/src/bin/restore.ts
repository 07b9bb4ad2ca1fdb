import "../db/drizzle-as-commonjs.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

// `npm run restore`: a backup into an empty database and DATA_DIR, with --replace into any. The server must be stopped.
await exitOnOperatorError(async () => {
  const { restore } = await import("../backup/commands.ts");
  await restore(process.argv.slice(2), process.env);
});
