import { PROVEN_BACKUP, RESTORE_TEST } from "./backup-record.ts";

/** Its row is the lock of the process that prepares films: nothing is late without a film. */
export const PREPARES_FILMS = "prepare-films";

/**
 * The condition of the server's own jobs that have had no success for long, as the alarms of monitoring/alarms.yaml. A failed
 * run is repeated after an hour. A row that nobody has claimed for days belongs to a job of an earlier release.
 * @param now an expression for the present instant
 */
export const standsStill = (now: string) => `
  job not in ('backup', '${PROVEN_BACKUP}', '${RESTORE_TEST}', '${PREPARES_FILMS}') and started_at > ${now} - interval '2 days'
  and coalesce(succeeded_at, started_at)
      < ${now} - case when job = 'reconcile-nightly' then interval '26 hours' else interval '2 hours' end`;
