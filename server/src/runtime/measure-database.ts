import type { FastifyBaseLogger } from "fastify";
import { Gauge, Registry } from "prom-client";
import { type Database, float, instant, int, nullable, statement, text } from "../db/statement.ts";
import { PROVEN_BACKUP, RESTORE_TEST } from "../jobs/backup-record.ts";
import { PREPARES_FILMS } from "../jobs/standing.ts";
import { PRICES_DIFFER } from "../billing/alerts.ts";
import { IS_UNPLAYABLE } from "../catalogue/playback/queries.ts";
import { NEVER } from "../mail/backoff.ts";
import { readWaitingMails } from "../mail/waiting.ts";

/** One row. Ages are in seconds; 0: the queue is empty. Values: the current instant, the `send_after` of mails given up. */
const readQueues = statement("metrics.queues", {
  mails_given_up: int,
  mails_refused: int,
  mailings_idle: float,
  events: int,
  event_age: float,
  alerts: int,
  prices_differ: int,
  version: int,
})`
  select (select count(*) from mail_outbox where sent_at is null and send_after >= $2 and refused_code is null)
           as mails_given_up,
         (select count(*) from mail_outbox where sent_at is null and refused_code is not null) as mails_refused,
         (select coalesce(extract(epoch from $1::timestamptz - min(greatest(waiting.since, batch.at))), 0)::float8
            from mailings m left join notices n on n.id = m.notice_id
                 cross join (select max(next_batch_at) as at from mailings) batch
                 cross join lateral (
                   select coalesce(
                     (select r.send_after from mailing_recipients r
                       where r.mailing_id = m.id and r.done_at is null and r.handed_at is null and r.send_after <= $1
                       order by r.send_after limit 1),
                     case when m.listed_at is null and m.audience in ('all', 'trial', 'ended', 'digest')
                          then greatest(m.send_at, n.published_at) end) as since) waiting
           where m.send_at <= $1 and waiting.since is not null
             and (m.key not like 'notice %' or n.published_at <= $1)) as mailings_idle,
         (select count(*) from stripe_events where state = 'taken') as events,
         (select coalesce(extract(epoch from clock_timestamp() - min(taken_at)), 0)::float8
            from stripe_events where state = 'taken') as event_age,
         (select count(*) from staff_alerts where resolved_at is null) as alerts,
         (select count(*) from staff_alerts where resolved_at is null and kind = '${PRICES_DIFFER}') as prices_differ,
         (select version from catalogue_version) as version`;

/** Name and meaning of the metric of each column. */
const QUEUES = {
  mails: ["mails_waiting", "Mails that are still to be sent."],
  mail_age: ["mails_oldest_seconds", "Age of the oldest mail that is still to be sent."],
  mails_given_up: ["mails_given_up", "Mails that could not be sent for three days."],
  mails_refused: ["mails_refused", "Mails to addresses that no mail reaches; staff correct or discard them."],
  mailings_idle: ["mailings_idle_seconds", "How long members have waited for a mailing while none was sent."],
  events: ["webhook_events_unfinished", "Messages of the card provider that are being worked on."],
  event_age: ["webhook_events_oldest_seconds", "How long the oldest of them has been worked on."],
  alerts: ["staff_alerts_open", "Matters that staff must decide."],
  prices_differ: ["prices_differ", "Open alerts about prices that differ from those of the card provider."],
  version: ["catalogue_version", "Raised by every change of the catalogue."],
} as const;

/** One row, from all videos: some milliseconds for thousands. Values: now. */
const readVideoChecks = statement("metrics.video-checks", { unplayable: int, check_age: float })`
  select count(*) filter (where ${IS_UNPLAYABLE}) as unplayable,
         coalesce(extract(epoch from $1::timestamptz - min(coalesce(c.checked_at, v.published_at))), 0)::float8 as check_age
    from videos v left join video_checks c on c.video_id = v.id
   where v.deleted_at is null and v.published_at <= $1`;

const readJobs = statement("metrics.jobs", { job: text, started_at: instant, succeeded_at: nullable(instant) })`
  select job, started_at, succeeded_at from job_runs where job <> '${PREPARES_FILMS}'`;

/** Metrics that all processes share, read from the database at each scrape. */
export function measureDatabase(
  db: Database,
  now: () => number,
  logger: Pick<FastifyBaseLogger, "info" | "warn">,
): () => Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `manabiya_${name}`, help, labelNames, registers: [registry] });
  const up = gauge("database_up", "1 when the database answers.");
  const unplayable = gauge("videos_unplayable", "Videos that members cannot play at their host.");
  const checkAge = gauge("videos_check_oldest_seconds", "Age of the oldest answer of a video's host.");
  const queues = Object.entries(QUEUES).map(([column, [name, help]]) => ({
    column: column as keyof typeof QUEUES,
    metric: gauge(name, help),
  }));
  const started = gauge("job_started_timestamp_seconds", "When a job last began.", ["job"]);
  const succeeded = gauge("job_succeeded_timestamp_seconds", "When a job last ended well; 0: never yet.", ["job"]);
  const provenAge = gauge(
    "backup_proven_age_seconds",
    "Age of the newest backup that a test restored; infinite: none passed; NaN: none was tested.",
  );
  const testFailed = gauge("backup_test_failed", "1 when the last test of a backup failed.");
  const seconds = (instant: string) => Date.parse(instant) / 1000;

  async function read(): Promise<void> {
    const [row] = await readQueues(db, [new Date(now()).toISOString(), NEVER]);
    const [waiting] = await readWaitingMails(db, [new Date(now()).toISOString(), NEVER]);
    const [videos] = await readVideoChecks(db, [new Date(now()).toISOString()]);
    const jobs = await readJobs(db, []);
    if (!row || !waiting) return;
    const values = { ...row, mails: waiting.mails, mail_age: waiting.age };
    for (const { column, metric } of queues) metric.set(values[column]);
    unplayable.set(videos?.unplayable ?? 0);
    checkAge.set(videos?.check_age ?? 0);
    const test = jobs.find(({ job }) => job === RESTORE_TEST);
    const proven = jobs.find(({ job }) => job === PROVEN_BACKUP)?.started_at;
    provenAge.set(test === undefined ? Number.NaN : proven === undefined ? Infinity : now() / 1000 - seconds(proven));
    testFailed.set(test !== undefined && seconds(test.succeeded_at ?? "1970-01-01") < seconds(test.started_at) ? 1 : 0);
    for (const { job, started_at, succeeded_at } of jobs) {
      if (job === RESTORE_TEST || job === PROVEN_BACKUP) continue;
      started.set({ job }, seconds(started_at));
      // An absent metric would raise no alarm.
      succeeded.set({ job }, succeeded_at === null ? 0 : seconds(succeeded_at));
    }
  }

  let isUp = true;
  return async () => {
    await read().then(
      () => {
        if (!isUp) logger.info("the database answers again");
        isUp = true;
        up.set(1);
      },
      (err: unknown) => {
        if (isUp) logger.warn({ err }, "the database does not answer");
        isUp = false;
        registry.resetMetrics();
        up.set(0);
      },
    );
    return registry.metrics();
  };
}
