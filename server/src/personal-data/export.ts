import type { Database } from "../db/open.ts";
import type { Member } from "../accounts/personal-data-entry.ts";
import { personalData } from "./register.ts";

/** Milliseconds; long lists take longer than other statements may run. */
const LIST_TIMEOUT = 8_000;

/** The data export: the member's data at one moment, as the register of personal data says. `at`: ISO 8601. */
export function exportMember(db: Database, member: Member, at: string): Promise<Record<string, unknown>> {
  return db.transaction(async (tx) => {
    await tx.query({ text: "set transaction isolation level repeatable read, read only" });
    await tx.allowTime(LIST_TIMEOUT);
    const data: Record<string, unknown> = {};
    for (const { exported } of Object.values(personalData)) {
      if ("read" in exported) data[exported.as] = await exported.read(tx, member, at);
    }
    return data;
  });
}
