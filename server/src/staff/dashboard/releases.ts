import { contract } from "@manabiya/contract";
import { ReleaseChange } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { recordChange } from "../../audit/record.ts";
import { columnsOf } from "../../db/columns-of.ts";
import { int, statement } from "../../db/statement.ts";
import { only, secondFactorSetupRequired } from "../../errors/app-error.ts";
import type { StaffContext } from "../context.ts";

/** The last request, and what is offered. Values: none. */
const listChanges = statement("releases.list", columnsOf(ReleaseChange))`
  select kind, version, notes, requested_at, started_at, outcome from release_changes
   where requested_at is null or requested_at = (select max(requested_at) from release_changes)
   order by requested_at, kind desc`;

/** No row: it is not offered, or another change is under way. Values: kind, version, now. */
const requestChange = statement("releases.request", { id: int })`
  update release_changes set requested_at = $3
   where kind = $1 and version = $2 and requested_at is null
     and not exists (select from release_changes where requested_at is not null and outcome is null)
  returning id`;

/** Root offers, and carries out what was asked for (deploy/shared/offered). This process only writes the request. */
export function releaseRoutes({ app, db, now }: StaffContext): void {
  app.answer(contract.dashboard.releases, () => listChanges(db, []));

  app.answer(contract.dashboard.changeRelease, async ({ currentUser, body: { kind, version } }) => {
    if (!currentUser.has_second_factor) throw secondFactorSetupRequired();
    await db.transaction(async (tx) => {
      const row = only(await requestChange(tx, [kind, version, new Date(now()).toISOString()]), "変更できる版");
      await recordChange(tx, { by: currentUser.id, action: `release.${kind}`, id: row.id, after: { version } }, now());
    });
    return listChanges(db, []);
  });
}
