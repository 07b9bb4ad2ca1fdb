import type { StaffAccess, StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import { DAY, addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { PROVEN_BACKUP, RESTORE_TEST } from "../../jobs/backup-record.ts";
import { standsStill } from "../../jobs/standing.ts";
import { DEADLINE_LABEL } from "../../billing/sync/disputes.ts";
import { IS_UNPLAYABLE } from "../../catalogue/playback/queries.ts";
import { missingPages } from "../../site/legal/live-legal.ts";
import type { LiveSite } from "../../site/live-site.ts";
import { bool, instant, int, nullable, texts } from "../../db/columns.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { IS_UNDELIVERABLE } from "../../mail/undeliverable.ts";
import { FILTERS as VIDEOS } from "../videos/queries.ts";
import { FILTERS as QUESTIONS } from "../videos/questions/queries.ts";
import { CONDITIONS as MEMBERS } from "../members/list.ts";
import { isShown } from "../mails/shown-mails.ts";

/** Milliseconds. A daily backup that is later than this was missed. */
const BACKUP_AGE_MAX = 2 * DAY;

/** @param at the end of the last backup; null: none is known @param now milliseconds since 1970 */
export const isLate = (at: string | null, now: number) => at === null || now - Date.parse(at) > BACKUP_AGE_MAX;

/** Milliseconds. A weekly test that is later than this was missed. */
const TESTED_AGE_MAX = 8 * DAY;

/** Days in Japan before today. */
const EMPTY_SEARCH_DAYS = 7;

interface Task {
  kind: string;
  /** The rights that the figure and its screen need. */
  access: readonly StaffAccess[];
  /** The owner is told by mail at once: from this number on, or of each of the `matters` (tell-owner.ts). */
  atOnce?: number | "each";
  /** @param now milliseconds since 1970 */
  read: (
    db: Database,
    now: number,
    site: LiveSite,
    reader: StaffRights,
  ) => Promise<{ count: number; at?: string | null; matters?: string[] }[]>;
}

const iso = (ms: number) => new Date(ms).toISOString();

interface Counting extends Omit<Task, "read"> {
  /** SQL of the rows that count, from the tables to the conditions. `$1`: now. */
  rows: string;
  /** SQL of the instant that the sentence names. */
  at?: string;
}

/** A task that is done when no row is left. The rows have an `id` if the owner is told of each. */
function counting({ rows, at = "null", ...task }: Counting): Task {
  const matters = task.atOnce === "each" ? "coalesce(array_agg(id::text), '{}')" : "'{}'::text[]";
  const columns = { count: int, at: nullable(instant), matters: texts };
  const read = statement(`dashboard.${task.kind}`, columns)`
    select count(*) as count, (${at})::timestamptz as at, ${matters} as matters
      from ${rows} and $1::timestamptz is not null`;
  return { ...task, read: (db, now) => read(db, [iso(now)]) };
}

/** The deadline stands in the alert's message alone (billing/sync/disputes.ts). */
const DEADLINE = `
  to_timestamp(substring(message from '${DEADLINE_LABEL}([^。]+)'), 'YYYY"年"MM"月"DD"日" HH24:MI')::timestamp
    at time zone 'Asia/Tokyo'`;

/** A lost dispute needs no answer any more. */
const IS_DISPUTE = "kind = 'dispute' and about not like '%:lost'";

/**
 * The owner hears of new questions once an hour at most: what came since the last mail waits. Values: now, whether the owner
 * hears of them.
 */
const countUnanswered = statement("dashboard.unanswered-questions", { count: int, matters: texts })`
  select count(*) as count, coalesce(array_agg(q.id::text) filter (where $2::boolean and (
           exists (select from owner_matters where matter = 'unanswered_questions ' || q.id)
           or not exists (select from owner_matters where matter like 'unanswered_questions %'
                             and told_at > $1::timestamptz - interval '1 hour'))), '{}') as matters
    from questions q join videos v on v.id = q.video_id where ${QUESTIONS.open}`;

/** Emails whose first delivery attempt failed. Values: whether the reader is a superuser. */
const countFailedMails = statement("dashboard.failed-mails", { count: int })`
  select count(*) as count from mail_outbox m where ${isShown("$1")}`;

/** Keywords without a result, of the closed days. Values: the first day. */
const countEmptySearches = statement("dashboard.empty-searches", { count: int })`
  select count(distinct term) as count from daily_search_terms where day >= $1::date and without_result > 0`;

/** One row. `test_failed` is null without a test of a backup. Values: none. */
export const findLastBackup = statement("dashboard.last-backup", {
  at: nullable(instant),
  proven_at: nullable(instant),
  test_failed: nullable(bool),
})`
  select max(succeeded_at) filter (where job = 'backup') as at,
         max(started_at) filter (where job = '${PROVEN_BACKUP}') as proven_at,
         bool_or(coalesce(succeeded_at < started_at, true)) filter (where job = '${RESTORE_TEST}') as test_failed
    from job_runs`;

/** Worst first, as the screen shows them. A new task is an entry here, and a sentence with a link on the screen. */
export const TASKS: readonly Task[] = [
  counting({
    // A single card that fails is usual, and the provider tells the member.
    kind: "failing_payments",
    access: ["staff.money", "staff.members"],
    atOnce: 3,
    rows: "subscriptions s join users u on u.id = s.user_id where s.payment_failed and u.closed_at is null",
    // The next automatic attempt.
    at: "min(s.retry_at)",
  }),
  counting({
    kind: "disputes",
    access: ["staff.money"],
    atOnce: "each",
    rows: `staff_alerts where resolved_at is null and ${IS_DISPUTE}`,
    at: `min(${DEADLINE})`,
  }),
  counting({
    kind: "unplayable_videos",
    access: ["staff"],
    atOnce: "each",
    rows: `video_checks d join videos v on v.id = d.video_id
            where d.is_confirmed and v.deleted_at is null and ${IS_UNPLAYABLE}`,
  }),
  {
    kind: "failed_mails",
    access: ["staff.members"],
    atOnce: 5,
    read: (db, _now, _site, reader) => countFailedMails(db, [reader.is_superuser]),
  },
  counting({
    // A run that began a moment ago goes on, perhaps: after a stop of hours it is no trouble, not even that of the reader
    // itself or of another process.
    kind: "standing_jobs",
    access: ["superuser"],
    atOnce: 1,
    rows: `job_runs where ${standsStill("$1::timestamptz")} and started_at < $1::timestamptz - interval '1 minute'`,
    // Since when the first one stands.
    at: "min(coalesce(succeeded_at, started_at))",
  }),
  counting({
    kind: "stopped_webhooks",
    access: ["superuser"],
    atOnce: "each",
    rows: "webhook_endpoints where given_up_at is not null",
  }),
  counting({
    kind: "charges_to_look_at",
    access: ["staff.money"],
    atOnce: "each",
    rows: `staff_alerts where resolved_at is null and not (${IS_DISPUTE})`,
  }),
  {
    kind: "late_backup",
    access: ["superuser"],
    atOnce: 1,
    read: async (db, now) => {
      const at = (await findLastBackup(db, []))[0]?.at ?? null;
      return [{ count: isLate(at, now) ? 1 : 0, at }];
    },
  },
  {
    // An operator who has set up no test is not told every morning; the last backup says it.
    kind: "unproven_backup",
    access: ["superuser"],
    atOnce: 1,
    read: async (db, now) => {
      const { proven_at: at = null, test_failed = null } = (await findLastBackup(db, []))[0] ?? {};
      const isProven = test_failed === false && at !== null && now - Date.parse(at) <= TESTED_AGE_MAX;
      return [{ count: test_failed === null || isProven ? 0 : 1, at }];
    },
  },
  {
    kind: "missing_legal_pages",
    access: ["superuser"],
    read: async (_db, _now, site) => [{ count: missingPages(site).length }],
  },
  counting({
    kind: "undeliverable_members",
    access: ["staff.members"],
    rows: `users u join mail_preferences p on ${IS_UNDELIVERABLE} where p.undeliverable_email is not null`,
  }),
  counting({ kind: "shared_accounts", access: ["staff.members"], rows: `users u where ${MEMBERS.shared}` }),
  {
    kind: "sample_landings",
    access: ["superuser"],
    read: async (_db, _now, { documents }) => [
      { count: (["landing-a", "landing-b"] as const).filter((page) => documents[page] === undefined).length },
    ],
  },
  counting({
    kind: "ending_trials",
    access: ["staff.members"],
    rows: `users u where ${MEMBERS.trial_ending}`,
    // The first end.
    at: `min(created_at) + interval '${TRIAL_DAYS} days'`,
  }),
  {
    kind: "unanswered_questions",
    access: ["staff"],
    atOnce: "each",
    read: (db, now, site) => countUnanswered(db, [iso(now), site.mailsQuestions]),
  },
  counting({
    kind: "reported_questions",
    access: ["staff"],
    rows: `questions q join videos v on v.id = q.video_id where ${QUESTIONS.reported}`,
  }),
  {
    kind: "empty_searches",
    access: ["staff"],
    read: (db, now) => countEmptySearches(db, [addDays(japanDay(now), -EMPTY_SEARCH_DAYS)]),
  },
  counting({ kind: "draft_videos", access: ["staff"], rows: `videos v where ${VIDEOS.draft}` }),
  counting({ kind: "draft_notices", access: ["staff"], rows: "notices where published_at is null" }),
  counting({ kind: "videos_without_chapters", access: ["staff"], rows: `videos v where ${VIDEOS.without_chapters}` }),
  counting({ kind: "videos_without_category", access: ["staff"], rows: `videos v where ${VIDEOS.without_categories}` }),
  counting({ kind: "scheduled_videos", access: ["staff"], rows: `videos v where ${VIDEOS.scheduled}` }),
  counting({ kind: "scheduled_notices", access: ["staff"], rows: "notices where published_at > $1::timestamptz" }),
];
