import type { StaffAccess, StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import { DAY, addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { TRIAL_ENDING_DAYS } from "@manabiya/contract/staff/members.ts";
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
import { FILTERS as QUESTIONS } from "../videos/questions/queries.ts";
import { IS_SHARED } from "../members/list.ts";
import { isShown } from "../mails/shown-mails.ts";

/** Milliseconds. A daily backup that is later than this was missed. */
const BACKUP_AGE_MAX = 2 * DAY;

/** @param at the end of the last backup; null: none is known @param now milliseconds since 1970 */
export const isLate = (at: string | null, now: number) => at === null || now - Date.parse(at) > BACKUP_AGE_MAX;

/** Milliseconds. A weekly test that is later than this was missed. */
const TESTED_AGE_MAX = 8 * DAY;

/** Days in Japan before today. */
const EMPTY_SEARCH_DAYS = 7;

const counted = { count: int };
const dated = { count: int, at: nullable(instant) };
/** Each record is a matter of its own, of which the owner is told. */
const listed = { matters: texts };
const LISTED = "coalesce(array_agg(id::text), '{}') as matters";

/** `at`: the next automatic attempt. Values: none. */
const countFailingPayments = statement("dashboard.failing-payments", dated)`
  select count(*) as count, min(s.retry_at) as at
    from subscriptions s join users u on u.id = s.user_id
   where s.payment_failed and u.closed_at is null`;

/** The deadline stands in the alert's message alone (billing/sync/disputes.ts). */
const DEADLINE = `
  to_timestamp(substring(message from '${DEADLINE_LABEL}([^。]+)'), 'YYYY"年"MM"月"DD"日" HH24:MI')::timestamp
    at time zone 'Asia/Tokyo'`;

/** A lost dispute needs no answer any more. `at`: the first deadline of an answer. Values: none. */
const countDisputes = statement("dashboard.disputes", { ...dated, ...listed })`
  select count(*) as count, min(${DEADLINE}) as at, ${LISTED} from staff_alerts
   where resolved_at is null and kind = 'dispute' and about not like '%:lost'`;

/** Values: none. */
const countOtherAlerts = statement("dashboard.alerts", { ...counted, ...listed })`
  select count(*) as count, ${LISTED} from staff_alerts
   where resolved_at is null and not (kind = 'dispute' and about not like '%:lost')`;

/** Values: none. */
const countUnplayable = statement("dashboard.unplayable", { ...counted, ...listed })`
  select count(*) as count, ${LISTED} from video_checks d join videos v on v.id = d.video_id
   where d.is_confirmed and v.deleted_at is null and ${IS_UNPLAYABLE}`;

/**
 * The owner hears of new questions once an hour at most: what came since the last mail waits. Values: now, whether the owner
 * hears of them.
 */
const countUnanswered = statement("dashboard.unanswered-questions", { ...counted, ...listed })`
  select count(*) as count, coalesce(array_agg(q.id::text) filter (where $2::boolean and (
           exists (select from owner_matters where matter = 'unanswered_questions ' || q.id)
           or not exists (select from owner_matters where matter like 'unanswered_questions %'
                             and told_at > $1::timestamptz - interval '1 hour'))), '{}') as matters
    from questions q join videos v on v.id = q.video_id where ${QUESTIONS.open}`;

/** Values: none. */
const countReported = statement("dashboard.reported-questions", counted)`
  select count(*) as count from questions q join videos v on v.id = q.video_id where ${QUESTIONS.reported}`;

/** Emails whose first delivery attempt failed. Values: none. */
const countFailedMails = statement("dashboard.failed-mails", counted)`
  select count(*) as count from mail_outbox m where ${isShown("$1")}`;

/** Values: none. */
const countUndeliverable = statement("dashboard.undeliverable", counted)`
  select count(*) as count from users u join mail_preferences p on ${IS_UNDELIVERABLE}
   where p.undeliverable_email is not null`;

/** Values: now. */
const countShared = statement("dashboard.shared", counted)`
  select count(*) as count from users u where u.closed_at is null and ${IS_SHARED}`;

/**
 * A run that began a moment ago goes on, perhaps: after a stop of hours it is no trouble, not even that of the reader itself or
 * of another process. `at`: since when the first one stands. Values: now.
 */
const countStandingJobs = statement("dashboard.standing-jobs", dated)`
  select count(*) as count, min(coalesce(succeeded_at, started_at)) as at from job_runs
   where ${standsStill("$1::timestamptz")} and started_at < $1::timestamptz - interval '1 minute'`;

/** Addresses of other tools that were switched off because nothing arrives. Values: none. */
const countGivenUp = statement("dashboard.stopped-webhooks", { ...counted, ...listed })`
  select count(*) as count, ${LISTED} from webhook_endpoints where given_up_at is not null`;

/** Keywords without a result, of the closed days. Values: the first day. */
const countEmptySearches = statement("dashboard.empty-searches", counted)`
  select count(distinct term) as count from daily_search_terms where day >= $1::date and without_result > 0`;

/** Running trials that began early enough. `at`: the first end. Values: began after, began before. */
const countEndingTrials = statement("dashboard.ending-trials", dated)`
  select count(*) as count, min(created_at) + interval '${TRIAL_DAYS} days' as at from users
   where created_at > $1 and created_at <= $2 and subscription_status = 'trial' and closed_at is null`;

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

/** Each count equals the length of the table's list with the same filter. Values: none. */
const countWithoutChapters = statement("dashboard.without-chapters", counted)`
  select count(*) as count from videos v
   where v.deleted_at is null
     and not exists (select from chapters c where c.video_id = v.id)`;

/** Values: none. */
const countWithoutCategory = statement("dashboard.without-category", counted)`
  select count(*) as count from videos where deleted_at is null and category_ids = '{}'`;

/** Values: now. */
const countScheduled = statement("dashboard.scheduled", counted)`
  select count(*) as count from videos where published_at > $1 and deleted_at is null`;

/** Values: none. */
const countDrafts = statement("dashboard.drafts", counted)`
  select count(*) as count from videos where published_at is null and deleted_at is null`;

/** Values: none. */
const countDraftNotices = statement("dashboard.draft-notices", counted)`
  select count(*) as count from notices where published_at is null`;

/** Values: now. */
const countScheduledNotices = statement("dashboard.scheduled-notices", counted)`
  select count(*) as count from notices where published_at > $1`;

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

/** Worst first, as the screen shows them. A new task is an entry here, and a sentence with a link on the screen. */
export const TASKS: readonly Task[] = [
  {
    // A single card that fails is usual, and the provider tells the member.
    kind: "failing_payments",
    access: ["staff.money", "staff.members"],
    atOnce: 3,
    read: (db) => countFailingPayments(db, []),
  },
  { kind: "disputes", access: ["staff.money"], atOnce: "each", read: (db) => countDisputes(db, []) },
  { kind: "unplayable_videos", access: ["staff"], atOnce: "each", read: (db) => countUnplayable(db, []) },
  {
    kind: "failed_mails",
    access: ["staff.members"],
    atOnce: 5,
    read: (db, _now, _site, reader) => countFailedMails(db, [reader.is_superuser]),
  },
  { kind: "standing_jobs", access: ["superuser"], atOnce: 1, read: (db, now) => countStandingJobs(db, [iso(now)]) },
  { kind: "stopped_webhooks", access: ["superuser"], atOnce: "each", read: (db) => countGivenUp(db, []) },
  { kind: "charges_to_look_at", access: ["staff.money"], atOnce: "each", read: (db) => countOtherAlerts(db, []) },
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
  { kind: "undeliverable_members", access: ["staff.members"], read: (db) => countUndeliverable(db, []) },
  { kind: "shared_accounts", access: ["staff.members"], read: (db, now) => countShared(db, [iso(now)]) },
  {
    kind: "sample_landings",
    access: ["superuser"],
    read: async (_db, _now, { documents }) => [
      { count: (["landing-a", "landing-b"] as const).filter((page) => documents[page] === undefined).length },
    ],
  },
  {
    kind: "ending_trials",
    access: ["staff.members"],
    read: (db, now) =>
      countEndingTrials(db, [iso(now - TRIAL_DAYS * DAY), iso(now - (TRIAL_DAYS - TRIAL_ENDING_DAYS) * DAY)]),
  },
  {
    kind: "unanswered_questions",
    access: ["staff"],
    atOnce: "each",
    read: (db, now, site) => countUnanswered(db, [iso(now), site.mailsQuestions]),
  },
  { kind: "reported_questions", access: ["staff"], read: (db) => countReported(db, []) },
  {
    kind: "empty_searches",
    access: ["staff"],
    read: (db, now) => countEmptySearches(db, [addDays(japanDay(now), -EMPTY_SEARCH_DAYS)]),
  },
  { kind: "draft_videos", access: ["staff"], read: (db) => countDrafts(db, []) },
  { kind: "draft_notices", access: ["staff"], read: (db) => countDraftNotices(db, []) },
  { kind: "videos_without_chapters", access: ["staff"], read: (db) => countWithoutChapters(db, []) },
  { kind: "videos_without_category", access: ["staff"], read: (db) => countWithoutCategory(db, []) },
  { kind: "scheduled_videos", access: ["staff"], read: (db, now) => countScheduled(db, [iso(now)]) },
  { kind: "scheduled_notices", access: ["staff"], read: (db, now) => countScheduledNotices(db, [iso(now)]) },
];
