import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { linesOf, wrongOf } from "../../../../test/testing/installation.ts";
import { connectionUrl } from "../../../db/embedded/application-role.ts";
import { readPassword, superuser } from "../../../db/embedded/initialise.ts";
import { type EmbeddedPostgres, openEmbedded } from "../../../db/embedded.ts";
import { migrate } from "../../../db/migrate.ts";
import { database } from "./database.ts";

let folder: string;
let server: EmbeddedPostgres;
let password: string;

/** Runs a statement as the superuser. */
async function administer(sql: string, name = "postgres"): Promise<void> {
  const { host, port } = server.connection;
  const client = new pg.Client({ host, port, user: superuser, password, database: name });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const urlOf = (name: string) => connectionUrl({ ...server.connection, database: name });

/** A PostgreSQL of its own, with a superuser, that archives. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "manabiya-check-"));
  await chmod(folder, 0o711);
  const first = await openEmbedded({ dataDir: folder, durable: false, log: () => {} });
  password = await readPassword(first.databaseDirectory);
  await migrate(first.connection);
  server = first;
  await administer("alter system set archive_mode = on");
  await administer("alter system set archive_command = 'true'");
  await first.stop();
  server = await openEmbedded({ dataDir: folder, durable: false, log: () => {} });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

let copies = 0;

/** A database that is right but for its backups. @returns its name */
async function copy(): Promise<string> {
  const name = `copy_${++copies}`;
  await administer(`create database ${name} template manabiya owner manabiya`);
  onTestFinished(() => administer(`drop database ${name}`));
  return name;
}

const linesIn = (name: string, environment = {}) => linesOf(database, { DATABASE_URL: urlOf(name), ...environment });

/** The lines about the server, which writes nothing through to its disk, and about a new database. */
const ALWAYS_WRONG = [
  /durability: fsync off, full_page_writes off, synchronous_commit off {2}-> on, all of them/,
  /last backup: none {2}-> npm run backup -- --to /,
  /last proven backup: none {2}-> .*verify-backup/,
];

test("a database that the start made is right, but for its first backup and a server that risks data", async () => {
  const lines = await linesIn(await copy());
  expect(wrongOf(lines)).toEqual(ALWAYS_WRONG.map((each) => expect.stringMatching(each) as string));
  expect(lines.map((line) => line.slice(15).split(":")[0])).toEqual([
    "PostgreSQL",
    "superuser",
    "owner",
    "owner of tables",
    "encoding",
    "collation",
    "connections",
    "durability",
    "archive",
    "writes",
    "database's clock",
    "schema",
    "last backup",
    "last proven backup",
    "jobs",
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^ok +connections: 1 known machines .* = 20 of 97$/));
});

test.each([
  [
    "superuser: manabiya is one  -> as another superuser: alter role",
    "alter role manabiya superuser",
    "alter role manabiya nosuperuser",
  ],
  ["owner: manabiya does not own database and schema  -> alter database", "alter database $ owner to postgres", ""],
  [
    "collation: .* sorts otherwise .*  -> reindex database",
    "update pg_database set datcollversion = '0' where datname = '$'",
    "",
  ],
  ["connections: 1 .* = 20 of 5  -> raise max_connections", "alter database $ connection limit 5", ""],
  [
    "writes: refused, as by a standby.*  -> DATABASE_URL: the primary",
    "alter database $ set default_transaction_read_only = on",
    "",
  ],
])("names the remedy of %s", async (line, sql, undo) => {
  const name = await copy();
  await administer(sql.replace("$", name));
  const wrong = wrongOf(await linesIn(name));
  if (undo !== "") await administer(undo);
  expect(wrong).toContainEqual(expect.stringMatching(`^wrong +${line}`));
  expect(wrong).toHaveLength(1 + ALWAYS_WRONG.length);
});

test.each([
  ["owner of tables: [1-9].* belong to another role  -> reassign owned", "alter table users owner to postgres"],
  ["schema: permission denied for table job_runs  -> the lines above", "alter table job_runs owner to postgres"],
  ["owner: manabiya does not own database and schema", "drop schema public cascade"],
  ["schema: of an older release  -> npm run migrate", "delete from drizzle.__drizzle_migrations where id > 3"],
  ["schema: none  -> npm run migrate", "drop schema drizzle cascade"],
  [
    "jobs: no success for hours: tidy  -> the log",
    "insert into job_runs (job, started_at, succeeded_at) values ('tidy', now(), now() - interval '121 minutes')",
  ],
  [
    "last backup: 20.*  -> npm run backup",
    "insert into job_runs (job, started_at) values ('backup', now() - interval '49 hours')",
  ],
  [
    "last proven backup: 20.*  -> npm run manage -- verify-backup",
    "insert into job_runs (job, started_at) values ('proven-backup', now() - interval '9 days')",
  ],
  [
    "last proven backup: 20.*; the last test failed  -> npm run manage",
    `insert into job_runs (job, started_at, succeeded_at)
     values ('proven-backup', now(), now()), ('restore-test', now(), now() - interval '7 days')`,
  ],
])("names the remedy inside the database: %s", async (line, sql) => {
  const name = await copy();
  await administer(sql, name);
  expect(wrongOf(await linesIn(name))).toContainEqual(expect.stringMatching(`^wrong +${line}`));
});

test("a schema of a newer release and recent backups are right", async () => {
  const name = await copy();
  const newer = "insert into drizzle.__drizzle_migrations (hash) values ('')";
  const jobs = "insert into job_runs (job, started_at, succeeded_at) select job, now(), now()";
  await administer(`${newer}; ${jobs} from unnest(array['backup', 'proven-backup', 'restore-test']) job`, name);
  const lines = await linesIn(name);
  expect(wrongOf(lines)).toEqual([expect.stringMatching(/ durability: /)]);
  expect(lines).toContainEqual(expect.stringMatching(/^ok +schema: of a newer release$/));
});

test("names a database in another encoding", async () => {
  await administer(
    "create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0 owner manabiya",
  );
  onTestFinished(() => administer("drop database latin"));
  const lines = await linesIn("latin");
  expect(lines).toContainEqual(expect.stringMatching(/^wrong +encoding: LATIN1 {2}-> back up, create database/));
});

test("counts the connections of all processes", async () => {
  const name = await copy();
  const settings = { WORKERS: "8", DATABASE_POOL: "40" };
  const wrong = wrongOf(await linesIn(name, settings));
  expect(wrong).toContainEqual(
    expect.stringMatching(/^wrong +connections: 1 known machines .* = 360 of 97 {2}-> raise/),
  );
  const pooled = await linesIn(name, { ...settings, DATABASE_POOLER: "session" });
  expect(pooled).toContainEqual(expect.stringMatching(/^ok +connections: the pooler opens at most 97$/));
  // No PgBouncer holds the limits here.
  const [unlimited] = await linesIn(name, { ...settings, DATABASE_POOLER: "transaction" });
  expect(unlimited).toMatch(/^wrong +the subject: DATABASE_POOLER=transaction: .* Set connect_query/);
});

test("compares this machine's clock with the database's", async () => {
  const name = await copy();
  const late = Date.now() - 10_000;
  vi.spyOn(Date, "now").mockReturnValue(late);
  const lines = await linesIn(name).finally(() => vi.restoreAllMocks());
  expect(lines).toContainEqual(expect.stringMatching(/^wrong +database's clock: differs by 1\d\.\d s .*-> NTP/));
});

test("names a database that is away in one line", async () => {
  const lines = await linesOf(database, { DATABASE_URL: "postgres://manabiya@127.0.0.1:1/manabiya" });
  expect(lines).toEqual([
    expect.stringMatching(
      /^wrong +the subject: .*cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\. {2}-> the remedy$/,
    ),
  ]);
});

test("the built-in database answers while its server runs", async () => {
  const lines = await linesOf(database, { DATA_DIR: folder });
  expect(lines).toContainEqual(expect.stringMatching(/^ok +owner: manabiya owns database and schema$/));
  const empty = await mkdtemp(join(tmpdir(), "manabiya-check-"));
  onTestFinished(() => rm(empty, { recursive: true }));
  expect(await linesOf(database, { DATA_DIR: empty })).toEqual([
    expect.stringMatching(/^wrong +.*There is no database in/),
  ]);
});

test("names an archive that takes nothing", async () => {
  const name = await copy();
  await administer("alter system set archive_command = 'false'");
  onTestFinished(() => administer("alter system set archive_command = 'true'"));
  await administer("select pg_reload_conf()");
  await administer("select pg_switch_wal()");
  const wrong = async () => wrongOf(await linesIn(name));
  const line = /^wrong +archive: archive_mode on, but archive_command fails {2}-> PostgreSQL's log/;
  await expect.poll(wrong).toContainEqual(expect.stringMatching(line));
});
