import { type Finding, lookYourself, wrong } from "../../../billing/check/finding.ts";
import type { Env } from "../../../config/config.ts";
import { bool, nullable, text } from "../../../db/columns.ts";
import { connect } from "../../../db/connect.ts";
import { runningConnection } from "../../../db/embedded/running.ts";
import { readMigrations } from "../../../db/migrate.ts";
import { type DatabasePool, openDatabase } from "../../../db/open.ts";
import { statement } from "../../../db/statement.ts";
import { standsStill } from "../../../jobs/standing.ts";
import { type Check, line, PATIENCE } from "./installation.ts";
import { operatorCommand } from "../../../errors/operator-command.ts";

const LINE = { is_right: nullable(bool), subject: text, detail: text, remedy: text };

/**
 * Values: connections that each machine may open (0: a pooler limits them), seconds since 1970. Machines that serve have connections now. The text
 * is ASCII, which a database in any encoding understands.
 */
const inspectServer = statement("check.server", LINE)`
  with server as (
    select current_user::text as role, r.rolsuper, pg_encoding_to_char(d.encoding)::text as encoding, d.datcollate,
           pg_has_role(d.datdba, 'member') and pg_has_role(n.nspowner, 'member') is true as is_owner,
           (select count(*) from pg_class where relnamespace = n.oid and not pg_has_role(relowner, 'member')) as foreign_tables,
           d.datcollversion is not distinct from pg_database_collation_actual_version(d.oid) as is_collation_current,
           least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
                 nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)) as most,
           (select greatest(count(distinct coalesce(client_addr, '127.0.0.1')), 1) from pg_stat_activity
             where application_name = 'manabiya' and usename = current_user and pid <> pg_backend_pid()) as machines,
           extract(epoch from clock_timestamp())::float8 - $2::float8 as seconds,
           pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
           current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit, current_setting('archive_mode') as archive_mode,
           a.last_failed_time > coalesce(a.last_archived_time, '-infinity') is true as is_archive_failing,
           pg_size_pretty(pg_database_size(d.oid)) as size
      from pg_database d join pg_roles r on r.rolname = current_user cross join pg_stat_archiver a
           left join pg_namespace n on n.nspname = current_schema()
     where d.datname = current_database())
  select line.* from server, lateral (values
    (current_setting('server_version_num')::int >= 150000, 'PostgreSQL',
     current_setting('server_version') || '; its newest fixes: postgresql.org/support/versioning', 'PostgreSQL 15 or newer'),
    (not rolsuper, 'superuser', role || case when rolsuper then ' is one' else ' is none' end,
     'as another superuser: alter role ' || role || ' nosuperuser'),
    (is_owner, 'owner', role || case when is_owner then ' owns' else ' does not own' end || ' database and schema',
     'alter database ... owner to ' || role || '; alter schema public owner to ' || role),
    (foreign_tables = 0, 'owner of tables', foreign_tables || ' belong to another role', 'reassign owned by ... to ' || role),
    (encoding = 'UTF8', 'encoding', encoding,
     'back up, create database ... template template0 encoding ''UTF8'', restore'),
    (is_collation_current, 'collation', datcollate || case when is_collation_current then '' else
     ', which sorts otherwise than when the indexes were made' end,
     'reindex database ...; alter database ... refresh collation version'),
    (machines * $1::int <= most, 'connections', case when $1 = 0 then 'the pooler opens at most ' else machines ||
     ' known machines x (WORKERS + 1) x DATABASE_POOL = ' || machines * $1::int || ' of ' end || most,
     'raise max_connections, or lower DATABASE_POOL'),
    (fsync = 'on' and full_page_writes = 'on' and synchronous_commit <> 'off', 'durability', 'fsync ' || fsync ||
     ', full_page_writes ' || full_page_writes || ', synchronous_commit ' || synchronous_commit, 'on, all of them'),
    (not is_archive_failing, 'archive', 'archive_mode ' || archive_mode || case when is_archive_failing then
     ', but archive_command fails' when archive_mode = 'off' then ': no recovery to a moment between two backups' else '' end,
     'PostgreSQL''s log; until then pg_wal fills the disk'),
    (not is_read_only, 'writes', case when is_read_only then 'refused, as by a standby' else 'accepted' end ||
     '; size ' || size, 'DATABASE_URL: the primary, or promote this one'),
    (abs(seconds) < 2, 'database''s clock', 'differs by ' || round(seconds::numeric, 1) || ' s from this machine''s',
     'NTP on both machines')
  ) as line (is_right, subject, detail, remedy)`;

/**
 * Age of the last backup, and of the last one that was restored as a test (`manage verify-backup`). Values: the
 * number of the release's migrations.
 */
const inspectContent = statement("check.content", LINE)`
  with job as (
    select max(started_at) filter (where job = 'backup') as taken, max(started_at) filter (where job = 'proven-backup') as proven,
           bool_or(coalesce(succeeded_at < started_at, true)) filter (where job = 'restore-test') is true as has_failed,
           string_agg(job, ', ') filter (where ${standsStill("now()")}) as standing
      from job_runs)
  select line.* from job, (select count(*) - $1::int as newer from drizzle.__drizzle_migrations) schema, lateral (values
    (newer >= 0, 'schema', case when newer = 0 then 'of this release' when newer > 0 then 'of a newer release' else
     'of an older release' end, '${operatorCommand("migrate")}, or start the server'),
    (taken > now() - interval '2 days' is true, 'last backup', coalesce(to_char(taken, 'YYYY-MM-DD HH24:MI TZ'), 'none'),
     '${operatorCommand("backup --to FOLDER")}, each night'),
    (proven > now() - interval '8 days' is true and not has_failed, 'last proven backup', coalesce(to_char(proven,
     'YYYY-MM-DD HH24:MI TZ'), 'none') || case when has_failed then '; the last test failed' else '' end,
     '${operatorCommand("manage verify-backup --from FOLDER")}, each week'),
    (standing is null, 'jobs', coalesce('no success for hours: ' || standing, 'run'),
     'the log: "a job failed" has the reason; start the server if it does not run')
  ) as line (is_right, subject, detail, remedy)`;

/** By PostgreSQL's codes of a missing table and column. */
const MEANINGS: Record<string, Finding> = {
  "42P01": wrong("schema", "none", `${operatorCommand("migrate")}, or start the server`),
  "42703": wrong("PostgreSQL", "older than 15", "PostgreSQL 15 or newer"),
};

/** @returns null: the embedded database does not run */
export async function openChecked(env: Env): Promise<DatabasePool | null> {
  const connection =
    env.databaseUrl === null ? await runningConnection(env.dataDir) : (await connect(env, () => {})).config;
  return connection && openDatabase({ ...connection, max: 1, connectionTimeoutMillis: PATIENCE }, () => {});
}

export const database: Check = async ({ env, environment }) => {
  const db = await openChecked(env);
  if (db === null) return [lookYourself("database", "no server runs", "start it: it brings the database")];
  const perMachine = environment["DATABASE_POOLER"] ? 0 : (env.workers + 1) * env.databasePool;
  const findings: Finding[] = [];
  try {
    const add = (rows: Awaited<ReturnType<typeof inspectServer>>) =>
      findings.push(...rows.map((row) => line(row.is_right, row.subject, row.detail, row.remedy)));
    add(await inspectServer(db, [perMachine, Date.now() / 1000]));
    add(await inspectContent(db, [(await readMigrations()).length]));
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    if (findings.length === 0 && !MEANINGS[code]) throw error;
    findings.push(MEANINGS[code] ?? wrong("schema", message, "the lines above"));
  } finally {
    await db.close();
  }
  return findings;
};
