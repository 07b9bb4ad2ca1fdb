import "./db/drizzle-as-commonjs.ts";
import { exitOnFault } from "./exit-on-fault.ts";
import type { Command } from "./manage/command.ts";
import { createSuperuser } from "./manage/create-superuser.ts";
import { stripeSetup } from "./manage/stripe-setup.ts";
import { turnOffSecondFactor } from "./manage/turn-off-second-factor.ts";
import { StartupFault } from "./startup-fault.ts";

/** `npm run manage -- <name> …`: what an operator does by hand, each in a file of its own. */
const COMMANDS: Record<string, Command> = {
  "create-superuser": createSuperuser,
  "stripe-setup": stripeSetup,
  "turn-off-second-factor": turnOffSecondFactor,
};

await exitOnFault(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    throw new StartupFault(`Name a command: npm run manage -- ${Object.keys(COMMANDS).join(" | ")}`);
  }
  await command(args, process.env);
});
