import { contract } from "@manabiya/contract";
import type { StaffContext } from "../context.ts";
import { operatorCommand } from "../../errors/operator-command.ts";
import { readDashboard } from "./read.ts";
import { releaseRoutes } from "./releases.ts";
import { lookAtSite } from "./site-state.ts";

export function dashboardRoutes(context: StaffContext): void {
  const { app, db, site, dataDir, now } = context;
  releaseRoutes(context);
  app.answer(contract.dashboard.state, async ({ currentUser: reader, log }) => {
    const at = now();
    return { at: new Date(at).toISOString(), findings: await lookAtSite({ db, site, dataDir, at, reader, log }) };
  });
  app.route({
    ...contract.dashboard.get,
    handler: async ({ currentUser, log }) => {
      const { needs, yesterday, backup, errors, opening } = await readDashboard({
        db,
        site,
        reader: currentUser,
        at: now(),
        log,
      });
      return {
        needs: needs.map(({ kind, count, at }) => ({ kind, count, at })),
        yesterday,
        ...(opening?.length && { opening }),
        ...(errors && { browser_errors: errors }),
        ...(backup && {
          last_backup_at: backup.at,
          proven_backup_at: backup.proven_at,
          backup_command: operatorCommand("backup --to 保存先のフォルダー"),
        }),
      };
    },
  });
}
