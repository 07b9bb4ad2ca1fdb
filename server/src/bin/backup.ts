import { backup } from "./backup-commands.ts";
import { withSettings } from "../config/settings-file.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

// `npm run backup`: copies database and files into a new folder while the server runs.
await exitOnOperatorError(() => {
  const { args, environment } = withSettings(process.argv.slice(2), process.env);
  return backup(args, environment);
});
