import { contract } from "@manabiya/contract";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import pLimit from "p-limit";
import type { StaffContext } from "../context.ts";
import { daysBefore, FIGURES } from "./figures.ts";
import { findLastBackup, TASKS } from "./tasks.ts";
import { operatorCommand } from "../../errors/operator-command.ts";

/** Statements at once, so that a dashboard leaves connections to members. */
const STATEMENTS_AT_ONCE = 3;

export function dashboardRoutes({ app, db, site, now }: StaffContext): void {
  app.route({
    ...contract.dashboard.get,
    handler: async ({ currentUser, log }) => {
      const limit = pLimit(STATEMENTS_AT_ONCE);
      /** A figure that cannot be read does not hide the others. @returns null after a failure */
      const attempt = <T>(part: string, read: () => Promise<T[]>): Promise<T | null> =>
        limit(async () => {
          try {
            return (await read())[0] ?? null;
          } catch (err) {
            log.warn({ err, part }, "a part of the dashboard failed");
            return null;
          }
        });
      const at = now();
      const days = daysBefore(at);
      const tasks = TASKS.filter(({ access }) => access.every((each) => hasRight(currentUser, each)));
      const figures = FIGURES.filter(
        ({ access, unless }) =>
          hasRight(currentUser, access) && (unless === undefined || !hasRight(currentUser, unless)),
      );
      const [needs, counts, backup] = await Promise.all([
        Promise.all(
          tasks.map(async ({ kind, read }) => {
            const row = await attempt(kind, () => read(db, at, site, currentUser));
            return { kind, count: row?.count ?? null, at: row?.at ?? null };
          }),
        ),
        Promise.all(
          figures.map(async ({ kind, read }) => {
            const row = await attempt(kind, () => read(db, days));
            return { kind, count: row?.count ?? null, before: row?.before ?? null };
          }),
        ),
        hasRight(currentUser, "superuser") ? attempt("last_backup", () => findLastBackup(db, [])) : undefined,
      ]);
      return {
        needs,
        yesterday: { day: days.names[1], figures: counts },
        ...(backup && {
          last_backup_at: backup.at,
          proven_backup_at: backup.proven_at,
          backup_command: operatorCommand("backup --to 保存先のフォルダー"),
        }),
      };
    },
  });
}
