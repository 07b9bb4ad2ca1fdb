import type pg from "pg";
import { withClient } from "../db/with-client.ts";

/** The last test whether a backup restores, and the newest backup that passed it. */
export const RESTORE_TEST = "restore-test";
export const PROVEN_BACKUP = "proven-backup";

const UPSERT = `insert into job_runs (job, started_at, succeeded_at) values ($1, $2, $3)
  on conflict (job) do update set`;

/**
 * Records a finished backup for the dashboard and the alarms. A standby accepts no row: its backup is good all the same.
 * @param warn receives a line when the backup could not be recorded
 */
export const recordBackup = (config: pg.ClientConfig, startedAt: Date, warn: (line: string) => void): Promise<void> =>
  record(config, warn, async (client) => {
    const both = "started_at = excluded.started_at, succeeded_at = excluded.succeeded_at";
    await client.query(`${UPSERT} ${both}`, ["backup", startedAt, new Date()]);
  });

/**
 * Records how the test of a backup ended, when it has ended: `succeeded_at` before `started_at` means that it failed.
 * @param takenAt when the backup was taken; null: the test failed
 */
export const recordRestoreTest = (
  config: pg.ClientConfig,
  { startedAt, takenAt }: { startedAt: Date; takenAt: string | null },
  warn: (line: string) => void,
): Promise<void> =>
  record(config, warn, async (client) => {
    const now = new Date();
    const isProven = takenAt !== null;
    const test =
      "started_at = excluded.started_at, succeeded_at = coalesce(excluded.succeeded_at, job_runs.succeeded_at)";
    await client.query(`${UPSERT} ${test}`, [RESTORE_TEST, startedAt, isProven ? now : null]);
    const newest =
      "started_at = greatest(job_runs.started_at, excluded.started_at), succeeded_at = excluded.succeeded_at";
    if (isProven) await client.query(`${UPSERT} ${newest}`, [PROVEN_BACKUP, takenAt, now]);
  });

async function record(
  config: pg.ClientConfig,
  warn: (line: string) => void,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  try {
    await withClient({ ...config, application_name: "manabiya-backup" }, work);
  } catch (error) {
    warn(`The dashboard will not show this: ${(error as Error).message}.`);
  }
}
