import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

type Count = { count: number };

/** Counts what the table of videos lists for the same words. Values: none. */
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

/** Those that a first try did not deliver. Values: none. */
const countFailedMails = statement(
  "dashboard.failed-mails",
  { count: int },
  `select count(*) as count from mail_outbox where sent_at is null and last_error is not null`,
);

/** What no program should decide about. Values: none. */
const countOpenAlerts = statement(
  "dashboard.alerts",
  { count: int },
  `select count(*) as count from staff_alerts where resolved_at is null`,
);

type Needs = Record<string, (db: Database, at: string) => Promise<Count[]>>;

/** What only superusers can see to. */
const MONEY_NEEDS: Needs = { charges_to_look_at: (db) => countOpenAlerts(db, []) };

/** What may need a hand, in the order of the screen. Another kind is a line here and a sentence on the screen. */
const NEEDS: Needs = {
  failed_mails: (db) => countFailedMails(db, []),
  videos_without_chapters: (db) => countWithoutChapters(db, []),
  videos_without_category: (db) => countWithoutCategory(db, []),
  draft_videos: (db) => countDrafts(db, []),
  scheduled_videos: (db, at) => countScheduled(db, [at]),
  scheduled_notices: (db, at) => countScheduledNotices(db, [at]),
};

/** `now`: milliseconds since 1970. */
export async function readNeeds(
  db: Database,
  currentUser: Pick<CurrentUser, "is_superuser">,
  now: number,
): Promise<{ kind: string; count: number }[]> {
  const at = new Date(now).toISOString();
  return Promise.all(
    Object.entries({ ...(currentUser.is_superuser && MONEY_NEEDS), ...NEEDS }).map(async ([kind, read]) => {
      const [row] = await read(db, at);
      return { kind, count: row?.count ?? 0 };
    }),
  );
}
