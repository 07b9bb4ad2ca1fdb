import { endSessions } from "../../accounts/passwords/new-password.ts";
import type { Database } from "../../db/open.ts";
import { removeInvitationsOf } from "./queries.ts";

/**
 * Ends what a colleague's rights have opened: sessions with the addresses of files, unfinished logins, and invitations
 * to others. `tx` must be the transaction that takes the rights.
 */
export async function endPower(tx: Database, userId: number, now: number): Promise<void> {
  await removeInvitationsOf(tx, [userId]);
  await endSessions(tx, userId, null, now);
}
