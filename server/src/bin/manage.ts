import { exitOnOperatorError } from "./exit-on-operator-error.ts";
import type { Command } from "../config/command.ts";
import { withSettings } from "../config/settings-file.ts";
import { operatorCommand } from "../errors/operator-command.ts";
import { OperatorError } from "../errors/operator-error.ts";

/** The operator's commands, `npm run manage -- <name> …`. Each is loaded when it is named. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  check: async () => (await import("./manage/check/check.ts")).check,
  "create-superuser": async () => (await import("./manage/create-superuser.ts")).createSuperuser,
  "export-members": async () => (await import("./manage/export-members.ts")).exportMembersCommand,
  "import-members": async () => (await import("./manage/import-members.ts")).importMembersCommand,
  "prepare-films": async () => (await import("./manage/prepare-films.ts")).prepareFilmsCommand,
  "stripe-check": async () => (await import("./manage/stripe-check.ts")).stripeCheck,
  "stripe-setup": async () => (await import("./manage/stripe-setup.ts")).stripeSetup,
  "stripe-sync": async () => (await import("./manage/stripe-sync.ts")).stripeSync,
  "turn-off-second-factor": async () => (await import("./manage/turn-off-second-factor.ts")).turnOffSecondFactor,
  "verify-backup": async () => (await import("./manage/verify-backup.ts")).verifyBackupCommand,
};

await exitOnOperatorError(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    throw new OperatorError(`Name a command: ${operatorCommand(`manage ${Object.keys(COMMANDS).join(" | ")}`)}`);
  }
  const command = await load();
  const given = withSettings(args, process.env);
  // The check also looks at the file.
  await command(name === "check" ? args : given.args, given.environment);
});
