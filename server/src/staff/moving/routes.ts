import { contract } from "@manabiya/contract";
import { EXPORT_MAX } from "@manabiya/contract/staff/members/moving.ts";
import type { StaffContext } from "../context.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordChange } from "../../audit/record.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { confirmationRequired, UNASKED_MAX } from "../../csv/confirmation.ts";
import { readCsv } from "../../csv/read.ts";
import { RowErrors } from "../../csv/row-errors.ts";
import { countMembers, writeMembers } from "./export-members.ts";
import { type ImportCounts, importMembers } from "./import-members.ts";
import { COLUMNS } from "./member-rows.ts";
import { operatorCommand } from "../../errors/operator-command.ts";

export function adminMovingRoutes(context: StaffContext): void {
  const { app, db, now } = context;

  app.answer(
    contract.adminMoving.importMembers,
    async ({ body: { csv_file, reason }, query: { dry_run: isDryRun, confirmed }, currentUser, socket }) => {
      const csv = await readCsv(csv_file, "csv_file", COLUMNS, { endings: [".csv"] });
      const errors = new RowErrors();
      const { rows } = csv;
      const onBatch = () => !socket.destroyed;
      const given = { db, now, rows, by: currentUser.id, reason, onBatch };
      if (!isDryRun && !confirmed) {
        const { created } = await importMembers({ ...given, errors: new RowErrors(), isDryRun: true });
        if (created > UNASKED_MAX) throw confirmationRequired(`${created}人の会員を取り込みます。`);
      }
      const counts = await importMembers({ ...given, errors, isDryRun });
      return {
        message: messageOf(counts, isDryRun) + errors.sentence,
        created_count: counts.created,
        existing_count: counts.existing,
        ...errors.toAnswer(csv),
      };
    },
  );

  app.answer(contract.adminMoving.exportMembers, async ({ body: { reason }, currentUser }) => {
    await countHit(db, "dataExport", { member: currentUser.id }, now());
    if ((await countMembers(db)) > EXPORT_MAX)
      throw new AppError(
        400,
        "too_many",
        `会員が${EXPORT_MAX.toLocaleString("ja")}人を超えているため、この画面では書き出せません。サーバーのコマンド「${operatorCommand("manage export-members --to FILE.csv")}」をお使いください。`,
      );
    const chunks: string[] = [];
    const count = await writeMembers(db, { withHashes: false, write: (part) => void chunks.push(part) });
    const after = { count };
    await recordChange(db, { by: currentUser.id, action: "member_list.move_out", id: 0, reason, after }, now());
    return { csv: chunks.join(""), count };
  });
}

function messageOf({ created, existing }: ImportCounts, isDryRun: boolean): string {
  const done = isDryRun ? `${created}人の会員を取り込めます。` : `${created}人の会員を取り込みました。`;
  const unchanged = existing === 0 ? "" : `${existing}人はすでに登録されているため、変更しません。`;
  return done + unchanged;
}
