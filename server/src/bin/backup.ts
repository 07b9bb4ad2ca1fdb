import { backup } from "../backup/commands.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

// `npm run backup`: copies database and files into a new folder while the server runs.
await exitOnOperatorError(() => backup(process.argv.slice(2), process.env));
