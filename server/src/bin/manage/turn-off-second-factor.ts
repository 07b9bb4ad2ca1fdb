import { Email } from "@manabiya/contract/text.ts";
import * as z from "zod/mini";
import { recordChange } from "../../audit/record.ts";
import { findAccount } from "../../accounts/login/accounts.ts";
import type { Database } from "../../db/open.ts";
import { readEnv } from "../../config/config.ts";
import { secondFactorMail } from "../../mail/account-emails.ts";
import { openLiveSite } from "../../site/live-site.ts";
import { queueMail } from "../../mail/outbox.ts";
import type { SiteSettings } from "../../config/config.ts";
import { endSessions } from "../../accounts/passwords/new-password.ts";
import { removeSecondFactor } from "../../accounts/second-factor/queries.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import type { Command } from "../../config/command.ts";
import { withDatabase } from "./with-database.ts";
import { readOptions } from "../options.ts";

const USAGE = "manage turn-off-second-factor --email <address>";

/** For a member who lost the authenticator and the recovery codes, after the operator has checked their identity. */
export const turnOffSecondFactor: Command = (args, environment) => {
  const isAddress = (given: { email?: string }) => z.safeParse(Email, given.email).success;
  const email = z.parse(Email, readOptions(args, { email: { type: "string" } }, USAGE, isAddress).email);
  return withDatabase(environment, async (db) => {
    await turnOff(db, readEnv(environment).site, email, Date.now());
    console.log(`${email} is signed out everywhere and logs in with the password alone now.`);
  });
};

/** @throws OperatorError without such an account or a second factor */
export async function turnOff(db: Database, defaults: SiteSettings, email: string, now: number): Promise<void> {
  const site = await openLiveSite(db, defaults);
  await db.transaction(async (tx) => {
    const account = await findAccount(tx, email);
    if (account === null) throw new OperatorError(`${email} has no account.`);
    if (!(await removeSecondFactor(tx, account.id))) {
      throw new OperatorError(`${email} has no second factor; nothing was changed.`);
    }
    // Another person may hold the lost device.
    await endSessions(tx, account.id, null, now);
    await queueMail(tx, secondFactorMail(site, { recipient: email, change: "off", now }), {}, now);
    await recordChange(tx, { by: null, action: "member.turn_off_second_factor", id: account.id }, now);
  });
}
