import { cp, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import pg from "pg";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { createApp } from "../app.ts";
import { migrate } from "../db/migrate.ts";
import { openDatabase } from "../db/open.ts";
import { insertRow } from "../db/insert-rows.ts";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { openLocalStorage } from "../files/storage/local-storage.ts";
import { createChapter, createUser, createVideo } from "../../test/testing/factories.ts";
import { tableSums } from "../../test/testing/table-sums.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { type Manifest, readManifest, tablePath, writeManifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { createSchema, dropSchema } from "./schema-at.ts";
import { takeBackup } from "./take.ts";

const t = useTestApp();
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-backup-"));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

let member: number;
let video: number;

beforeAll(async () => {
  member = (await createUser(t.db, t.clock, { username: '引用"と,改行\n\\N\tタブ' })).id;
  for (let made = 0; made < 30; made++) {
    video = (await createVideo(t.db, t.clock)).id;
    await createChapter(t.db, { video_id: video });
  }
  await insertRow(t.db, "audit_log", {
    at: t.clock.daysAgo(1),
    action: "category.update",
    subject: "category",
    subject_id: 1,
    after: { name: "値" },
  });
  await writeFile(join(t.dataDir, "media/videos/clip.webm"), "the film");
  await writeFile(join(t.dataDir, "media/thumbnails/cover-640.webp"), "the picture");
  await writeFile(join(t.dataDir, "media/incoming/half-of-a-picture"), "nobody's");
});

async function backup(): Promise<{ folder: string; manifest: Manifest }> {
  const folder = await newFolder();
  const warned: string[] = [];
  const manifest = await takeBackup({ config: t.connection, dataDir: t.dataDir, bucket: null }, folder, (line) =>
    warned.push(line),
  );
  expect(warned).toEqual([]);
  return { folder, manifest };
}

async function target() {
  const database = await createTestDatabase();
  const dataDir = await newFolder();
  const location = { config: database.connection, dataDir, bucket: null };
  onTestFinished(() => database.drop());
  const open = () => {
    // Not as a server, which a restore would refuse.
    const db = openDatabase({ ...database.connection, application_name: "a test" }, () => {});
    onTestFinished(() => db.close());
    return db;
  };
  return { location, dataDir, open };
}

const favorite = async (headers: object) =>
  t.app.inject({
    method: "POST",
    url: contract.favorites.toggle.url.replace(":id", String(video)),
    headers: { ...headers },
  });

test("a backup that starts while a migration rewrites a table contains its rows", async () => {
  const { location, open } = await target();
  const db = open();
  await db.query({ text: "insert into tags (name) select 'タグ' || n from generate_series(1, 30) as n" });
  const isWaiting = async () => {
    const { rows } = await t.db.query({
      text: `select from pg_stat_activity
              where application_name = 'manabiya-backup' and datname = $1 and wait_event_type = 'Lock'`,
      values: [new URL(location.config.connectionString).pathname.slice(1)],
    });
    return rows.length;
  };
  const { promise: migrated, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isMigrating, resolve: started } = Promise.withResolvers<void>();
  const migrating = db.transaction(async (tx) => {
    await tx.query({ text: "alter table tags add column weight double precision default random()" });
    started();
    await migrated;
  });
  await isMigrating;
  const taking = takeBackup(location, await newFolder(), () => {});
  await expect.poll(isWaiting).toBe(1);
  commit();
  await migrating;
  expect((await taking).tables.find(({ name }) => name === "tags")?.rows).toBe(30);
});

test("restores every table and file, and the application responds the same", async () => {
  const headers = await t.as(member);
  await favorite(headers);
  const { folder, manifest } = await backup();
  expect(manifest.files.map(({ path }) => path).toSorted()).toEqual([
    "media/thumbnails/cover-640.webp",
    "media/videos/clip.webm",
  ]);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  const { location, dataDir, open } = await target();
  await restoreBackup(location, folder, { replace: false });
  const db = open();
  expect(await tableSums(db)).toEqual(await tableSums(t.db));
  expect(await readFile(join(dataDir, "media/videos/clip.webm"), "utf8")).toBe("the film");
  const app = await createApp({ ...t.deps, db, storage: await openLocalStorage(dataDir) });
  onTestFinished(() => app.close());
  for (const url of [contract.favorites.list.url, contract.history.list.url, contract.profile.get.url]) {
    const [was, is] = await Promise.all([t.app.inject({ url, headers }), app.inject({ url, headers })]);
    expect([is.statusCode, is.json()]).toEqual([200, was.json()]);
  }
  // Identity columns continue, and the audit log's trigger exists.
  const newest = await createUser(db, t.clock, { email: "after@example.com" });
  const { rows } = await t.db.query<{ id: number }>({ text: "select max(id) as id from users" });
  expect(newest.id).toBe((rows[0]?.id ?? 0) + 1);
  await expect(db.query({ text: "delete from audit_log" })).rejects.toThrow("audit_log");
});

test("a backup is consistent while members write", async () => {
  const headers = await t.as(member);
  let writing = true;
  let writes = 0;
  const writer = (async () => {
    while (writing) {
      expect((await favorite(headers)).statusCode).toBe(200);
      writes++;
    }
  })();
  const { folder } = await backup();
  writing = false;
  await writer;
  expect(writes).toBeGreaterThan(0);
  const { location, open } = await target();
  await restoreBackup(location, folder, { replace: false });
  const { rows } = await open().query({
    text: `select user_id, favorites, (select count(*) from favorites f where f.user_id = c.user_id) as rows
             from member_counts c`,
  });
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row["rows"]).toBe(row["favorites"]);
});

test("backs up every table of the database", async () => {
  const { rows } = await t.db.query<{ name: string }>({
    text: "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  });
  const { manifest } = await backup();
  expect(manifest.tables.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
});

/** Damages a backup. */
type Damage = (folder: string, manifest: Manifest) => Promise<void>;

const rewrite = async (folder: string, manifest: Manifest) => {
  await rm(join(folder, "manifest.json"));
  await writeManifest(folder, manifest);
};

const DAMAGES: [what: string, Damage, says: string][] = [
  ["cut off before its manifest", (folder) => rm(join(folder, "manifest.json")), "holds no whole backup"],
  [
    "cut off within its manifest",
    (folder) => truncate(join(folder, "manifest.json"), 400),
    "manifest.json was changed or damaged",
  ],
  [
    "with another number of rows in its manifest",
    async (folder) => {
      const path = join(folder, "manifest.json");
      await writeFile(path, (await readFile(path, "utf8")).replace(/"rows": \d+/, '"rows": 77'));
    },
    "manifest.json was changed or damaged",
  ],
  [
    "with a table cut short",
    (folder) => truncate(tablePath(folder, "users"), 60),
    "users.copy.gz was changed or damaged",
  ],
  [
    "with a byte of a table changed",
    async (folder) => {
      const content = await readFile(tablePath(folder, "videos"));
      content[100] = (content[100] ?? 0) ^ 1;
      await writeFile(tablePath(folder, "videos"), content);
    },
    "videos.copy.gz was changed or damaged",
  ],
  ["without a table", (folder) => rm(tablePath(folder, "tags")), "The backup lacks"],
  [
    "with another file",
    (folder) => writeFile(join(folder, "files/media/videos/clip.webm"), "the film!"),
    "clip.webm was changed or damaged",
  ],
  ["without a file", (folder) => rm(join(folder, "files/media/thumbnails/cover-640.webp")), "The backup lacks"],
  [
    "with a path outside DATA_DIR",
    (folder, manifest) => {
      const outside = { path: "media/videos/../../../outside", bytes: 1, sha256: "" };
      return rewrite(folder, { ...manifest, files: [outside] });
    },
    "a release that this one does not understand",
  ],
  [
    "of a newer release",
    (folder, manifest) => {
      const migrations = [...manifest.migrations, { hash: "of tomorrow", created_at: 9e12 }];
      return rewrite(folder, { ...manifest, migrations });
    },
    "a newer release",
  ],
  [
    "whose table has another checksum after loading",
    (folder, manifest) => {
      const tables = manifest.tables.map((table) => ({ ...table, rows: table.rows + (table.name === "tags" ? 1 : 0) }));
      return rewrite(folder, { ...manifest, tables });
    },
    "tags is not what the backup holds",
  ],
];

test("refuses every damaged backup by name and changes nothing", async () => {
  const whole = await backup();
  const { location, dataDir, open } = await target();
  const before = await tableSums(open());
  for (const [what, damage, says] of DAMAGES) {
    const folder = await newFolder();
    await cp(whole.folder, folder, { recursive: true });
    await damage(folder, whole.manifest);
    await expect(restoreBackup(location, folder, { replace: true }), what).rejects.toThrow(says);
    await expect(stat(join(dataDir, "media/videos/clip.webm")), what).rejects.toThrow("ENOENT");
  }
  expect(await tableSums(open())).toEqual(before);
});

test("refuses a used database or folder without --replace, and replaces it with the option", async () => {
  const { folder } = await backup();
  const { location, dataDir, open } = await target();
  const first = openDatabase({ ...location.config }, () => {});
  await createUser(first, t.clock, { email: "other@example.com" });
  await expect(restoreBackup(location, folder, { replace: false })).rejects.toThrow("A server is using");
  await first.close();
  await expect(restoreBackup(location, folder, { replace: false })).rejects.toThrow("not empty (users");
  await openLocalStorage(dataDir);
  await writeFile(join(dataDir, "media/videos/clip.webm"), "another film");
  const empty = { ...location, config: (await target()).location.config };
  await expect(restoreBackup(empty, folder, { replace: false })).rejects.toThrow("There is another media/videos");
  const again = takeBackup({ config: t.connection, dataDir: t.dataDir, bucket: null }, folder, () => {});
  await expect(again).rejects.toThrow("is not empty");
  await restoreBackup(location, folder, { replace: true });
  expect(await tableSums(open())).toEqual(await tableSums(t.db));
  expect(await readFile(join(dataDir, "media/videos/clip.webm"), "utf8")).toBe("the film");
});

test("restores the schema of an earlier release, and migrates it", async () => {
  const { folder } = await backup();
  const { migrations } = await readManifest(folder);
  const { location, open } = await target();
  const client = new pg.Client(location.config);
  client.on("error", () => {});
  await client.connect();
  await dropSchema(client);
  // The release before the audit log.
  const older = migrations.slice(0, 5);
  await createSchema(client, { migrations: older });
  const made = await client.query("select from pg_tables where tablename = 'audit_log'");
  expect(made.rowCount).toBe(0);
  await client.end();
  await migrate(location.config);
  expect(Object.keys(await tableSums(open()))).toEqual(Object.keys(await tableSums(t.db)));
});
