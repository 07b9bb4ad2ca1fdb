import { hasRight, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import type { FastifyBaseLogger } from "fastify";
import pLimit from "p-limit";
import type { Database } from "../../db/open.ts";
import type { LiveSite } from "../../site/live-site.ts";
import { readBrowserErrors } from "../../observability/browser-errors.ts";
import { daysBefore, FIGURES } from "./figures.ts";
import { readOpening } from "./opening.ts";
import { findLastBackup, TASKS } from "./tasks.ts";

/** Statements at once, so that a dashboard leaves connections to members. */
const STATEMENTS_AT_ONCE = 3;

interface Reading {
  db: Database;
  site: LiveSite;
  reader: StaffRights;
  /** Milliseconds since 1970. */
  at: number;
  log: Pick<FastifyBaseLogger, "warn">;
}

/** The tasks of today and the figures of yesterday that a reader may see. `count` null: it could not be read. */
export async function readDashboard({ db, site, reader, at, log }: Reading) {
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
  const days = daysBefore(at);
  const tasks = TASKS.filter(({ access }) => access.every((each) => hasRight(reader, each)));
  const shown = FIGURES.filter(
    ({ access, unless }) => hasRight(reader, access) && (unless === undefined || !hasRight(reader, unless)),
  );
  const [needs, figures, backup, opening, errors] = await Promise.all([
    Promise.all(
      tasks.map(async ({ kind, atOnce, read }) => {
        const row = await attempt(kind, () => read(db, at, site, reader));
        const { count = null, at: instant = null, matters = [] } = row ?? {};
        return { kind, count, at: instant, atOnce, matters };
      }),
    ),
    Promise.all(
      shown.map(async ({ kind, read }) => {
        const row = await attempt(kind, () => read(db, days));
        return { kind, count: row?.count ?? null, before: row?.before ?? null };
      }),
    ),
    hasRight(reader, "superuser") ? attempt("last_backup", () => findLastBackup(db, [])) : undefined,
    hasRight(reader, "superuser") && site.showsOpening
      ? attempt("opening", async () => [await readOpening(db, site, at)])
      : null,
    attempt("browser_errors", () => readBrowserErrors(db, at)),
  ]);
  return { needs, yesterday: { day: days.names[1], figures }, backup, errors, opening };
}
