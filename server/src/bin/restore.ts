import { restore } from "./backup-commands.ts";
import { withSettings } from "../config/settings-file.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

// `npm run restore`: loads a backup into an empty database and DATA_DIR, or any with --replace. The server must be stopped.
await exitOnOperatorError(() => {
  const { args, environment } = withSettings(process.argv.slice(2), process.env);
  return restore(args, environment);
});
