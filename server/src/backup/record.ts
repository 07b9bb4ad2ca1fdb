import pg from "pg";

/**
 * Records a finished backup for the dashboard and the alarms. A standby accepts no row: its backup is good all the same.
 * @param warn receives a line when the backup could not be recorded
 */
export async function recordBackup(
  config: pg.ClientConfig,
  startedAt: Date,
  warn: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ ...config, application_name: "manabiya-backup" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query({
      text: `insert into job_runs (job, started_at, succeeded_at) values ('backup', $1, now())
             on conflict (job) do update set started_at = excluded.started_at, succeeded_at = excluded.succeeded_at`,
      values: [startedAt],
    });
  } catch (error) {
    warn(`The dashboard will not show this backup: ${(error as Error).message}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
