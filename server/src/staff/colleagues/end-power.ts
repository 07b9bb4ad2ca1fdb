import { removeKeysOf } from "../../accounts/sessions/api-keys.ts";
import { endSessions } from "../../accounts/passwords/new-password.ts";
import { voidPasswordResets } from "../../accounts/passwords/password-resets.ts";
import type { Database } from "../../db/open.ts";
import { removeInvitationsOf } from "./queries.ts";

/**
 * Ends what an account has opened: sessions with the addresses of files, unfinished logins, links to a new password,
 * keys for other tools, and invitations by and to the account. `tx` must be the transaction that takes the rights or suspends the account.
 */
export async function endPower(tx: Database, userId: number, now: number): Promise<void> {
  await removeInvitationsOf(tx, [userId]);
  await removeKeysOf(tx, [userId]);
  await voidPasswordResets(tx, userId, now);
  await endSessions(tx, userId, null, now);
}
