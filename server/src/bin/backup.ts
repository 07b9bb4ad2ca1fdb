import "../db/drizzle-as-commonjs.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

// `npm run backup`: database and files into a new folder, while the server goes on.
await exitOnOperatorError(async () => {
  const { backup } = await import("../backup/commands.ts");
  await backup(process.argv.slice(2), process.env);
});
