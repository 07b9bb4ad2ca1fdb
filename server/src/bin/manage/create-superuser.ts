import { Username, USERNAME_MAX } from "@manabiya/contract/accounts/auth.ts";
import { NewPassword, PASSWORD_MAX, PASSWORD_MIN } from "@manabiya/contract/accounts/password.ts";
import { Email } from "@manabiya/contract/text.ts";
import * as z from "zod/mini";
import { recordChange } from "../../audit/record.ts";
import { hashPassword, passwordWeakness } from "../../accounts/passwords/password.ts";
import { type Database, int, statement } from "../../db/statement.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { ask, askPassword, type Terminal } from "./ask.ts";
import type { Command } from "../../config/command.ts";
import { withDatabase } from "./with-database.ts";
import { readOptions } from "../options.ts";

const OPTIONS = { email: { type: "string" }, name: { type: "string" } } as const;
const USAGE =
  "manage create-superuser [--email <address>] [--name <name>]; the password is asked for, or read from stdin.";

/** Creates a superuser, such as the first account of a new service. */
export const createSuperuser: Command = (args, environment) =>
  // Opened before the questions, because a running server holds the embedded database.
  withDatabase(environment, async (db) => {
    const account = await readAccount(args, { input: process.stdin, output: process.stdout });
    await insertSuperuser(db, account, Date.now());
    console.log(`${account.email} is a superuser now and can log in.`);
  });

interface Account {
  email: string;
  username: string;
  password: string;
}

// The schemas' own messages are Japanese, for screens.
const REFUSALS = {
  email: "The e-mail is no address such as name@example.com.",
  name: `The name needs 1 to ${USERNAME_MAX} characters, and none that cannot be stored.`,
  password: `The password needs ${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and more than digits.`,
  weakness:
    "The password is easy to guess: a common one, a name of this service, or the account's own name or address.",
};

/** Asks for what the arguments lack. @throws OperatorError for an invalid value */
export async function readAccount(args: string[], terminal: Terminal): Promise<Account> {
  const given = readOptions(args, OPTIONS, USAGE);
  const email = valid(Email, given.email ?? (await ask(terminal, "E-mail", "--email")), REFUSALS.email);
  const username = valid(Username, given.name ?? (await ask(terminal, "Name", "--name")), REFUSALS.name);
  const password = valid(NewPassword, await askPassword(terminal), REFUSALS.password);
  if ((await passwordWeakness(password, { username, email })) !== null) throw new OperatorError(REFUSALS.weakness);
  return { email, username, password };
}

// The operator vouches for the address, so that the account can set up a second factor at once.
const insertUser = statement("manage.insert-superuser", { id: int })`
  insert into users (username, email, email_verified_at, password_hash, subscription_status, is_staff, is_superuser,
                     created_at)
  values ($1, $2, $4, $3, 'inactive', true, true, $4) on conflict (email) do nothing returning id`;

/** @throws OperatorError when the address has an account */
export async function insertSuperuser(db: Database, account: Account, now: number): Promise<void> {
  const { email, username, password } = account;
  const password_hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const [user] = await insertUser(tx, [username, email, password_hash, new Date(now).toISOString()]);
    if (!user) throw new OperatorError(`${email} has an account already; nothing was changed.`);
    const after = { is_staff: true, is_superuser: true };
    await recordChange(tx, { by: null, action: "member.create_superuser", id: user.id, after }, now);
  });
}

function valid<T extends z.ZodMiniType>(schema: T, value: string, refusal: string): z.output<T> {
  const result = z.safeParse(schema, value);
  if (!result.success) throw new OperatorError(refusal);
  return result.data;
}
