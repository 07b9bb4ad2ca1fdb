import { staff } from "@manabiya/contract";
import { hasRight, type StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { Database } from "../../db/open.ts";
import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

type Count = { count: number };

/** Each count equals the length of the table's list with the same filter. Values: none. */
const countWithoutChapters = statement(
  "dashboard.without-chapters",
  { count: int },
  `select count(*) as count from videos v
    where v.deleted_at is null
      and not exists (select from chapters c where c.video_id = v.id)`,
);

/** Values: none. */
const countWithoutCategory = statement(
  "dashboard.without-category",
  { count: int },
  `select count(*) as count from videos where deleted_at is null and category_ids = '{}'`,
);

/** Values: now. */
const countScheduled = statement(
  "dashboard.scheduled",
  { count: int },
  `select count(*) as count from videos where published_at > $1 and deleted_at is null`,
);

/** Values: none. */
const countDrafts = statement(
  "dashboard.drafts",
  { count: int },
  `select count(*) as count from videos where published_at is null and deleted_at is null`,
);

/** Values: now. */
const countScheduledNotices = statement(
  "dashboard.scheduled-notices",
  { count: int },
  `select count(*) as count from notices where published_at > $1`,
);

/** Emails whose first delivery attempt failed. Values: none. */
const countFailedMails = statement(
  "dashboard.failed-mails",
  { count: int },
  `select count(*) as count from mail_outbox where sent_at is null and last_error is not null`,
);

/** Values: none. */
const countOpenAlerts = statement(
  "dashboard.alerts",
  { count: int },
  `select count(*) as count from staff_alerts where resolved_at is null`,
);

type Counters = Record<string, (db: Database, at: string) => Promise<Count[]>>;

/** In the order of the screen. A new kind needs a line here and a sentence on the screen. */
const COUNTERS: [StaffAccess, Counters][] = [
  ["staff.money", { charges_to_look_at: (db) => countOpenAlerts(db, []) }],
  ["staff.members", { failed_mails: (db) => countFailedMails(db, []) }],
  [
    "staff",
    {
      videos_without_chapters: (db) => countWithoutChapters(db, []),
      videos_without_category: (db) => countWithoutCategory(db, []),
      draft_videos: (db) => countDrafts(db, []),
      scheduled_videos: (db, at) => countScheduled(db, [at]),
      scheduled_notices: (db, at) => countScheduledNotices(db, [at]),
    },
  ],
];

export function dashboardRoutes({ app, db, now }: AppContext): void {
  app.route({
    ...staff.dashboard.get,
    handler: async ({ currentUser }) => {
      const at = new Date(now()).toISOString();
      const counters = COUNTERS.flatMap(([access, each]) =>
        hasRight(currentUser, access) ? Object.entries(each) : [],
      );
      const needs = await Promise.all(
        counters.map(async ([kind, read]) => {
          const [row] = await read(db, at);
          return { kind, count: row?.count ?? 0 };
        }),
      );
      return { needs };
    },
  });
}
