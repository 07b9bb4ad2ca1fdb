import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { parse } from "csv-parse/sync";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { hashPassword } from "../accounts/passwords/password.ts";
import { createApp } from "../app.ts";
import { indexMissing } from "../catalogue/search/index-videos.ts";
import { openDatabase } from "../db/open.ts";
import { openLocalStorage } from "../files/storage/local-storage.ts";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { fillEveryTable } from "../../test/testing/earlier-releases/fill-every-table.ts";
import { createChapter, createUser, createVideo } from "../../test/testing/factories.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { tableSums } from "../../test/testing/table-sums.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { importService } from "./import-service.ts";
import { readManifest, tablePath, writeManifest } from "./manifest.ts";
import { isExported, LEFT_OUT } from "./open-export.ts";
import { restoreBackup } from "./restore.ts";
import { takeBackup } from "./take.ts";

const t = useTestApp();
const folders: string[] = [];

const PASSWORD = "tomato-soup-41";
const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const STRANGE = '引用"と,改行\n\\N\tタブ';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-export-"));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

beforeAll(async () => {
  const password_hash = await hashPassword(PASSWORD);
  const { id: user_id } = await createUser(t.db, t.clock, {
    email: "moving@example.com",
    username: STRANGE,
    password_hash,
  });
  for (let made = 0; made < 5; made++) {
    const { id } = await createVideo(t.db, t.clock, { title: made === 0 ? STRANGE : `動画${made}` });
    await createChapter(t.db, { video_id: id });
    const url = contract.favorites.toggle.url.replace(":id", String(id));
    await t.app.inject({ method: "POST", url, headers: await t.as(user_id) });
  }
  await t.db.query({
    text: `insert into site_pictures (id, path, content, wanted_at) values ('a', '/og.png', $1, now())`,
    values: [EVERY_BYTE],
  });
  await fillEveryTable(t.db);
  await writeFile(join(t.dataDir, "media/videos/clip.webm"), "the film");
  await writeFile(join(t.dataDir, "auth-secret"), "secret");
});

async function exported() {
  const folder = await newFolder();
  const location = { config: t.connection, dataDir: t.dataDir, bucket: null };
  return { folder, manifest: await takeBackup(location, folder, () => {}, "csv") };
}

async function emptyService() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const dataDir = await newFolder();
  const db = openDatabase({ ...database.connection, application_name: "a test" }, () => {});
  onTestFinished(() => db.close());
  return { location: { config: database.connection, dataDir, bucket: null }, dataDir, db };
}

const contentSums = async (db: typeof t.db) =>
  Object.fromEntries(
    Object.entries(await tableSums(db)).filter(
      ([name]) => isExported(name.replace(/^public\./, "")) || name.startsWith("drizzle."),
    ),
  );

test("an export that an empty service imports has equal checksums over every content table, and works", async () => {
  const { folder, manifest } = await exported();
  const { location, dataDir, db } = await emptyService();
  await importService(location, folder);
  const sums = await contentSums(db);
  expect(Object.keys(await tableSums(db))).toEqual(
    expect.arrayContaining(Object.keys(LEFT_OUT).map((table) => `public.${table}`)),
  );
  expect(sums).toEqual(await contentSums(t.db));
  expect(Object.keys(sums).filter((name) => name.startsWith("public."))).toHaveLength(manifest.tables.length);
  expect(await readFile(join(dataDir, "media/videos/clip.webm"), "utf8")).toBe("the film");
  expect(manifest.files.map(({ path }) => path)).toEqual(["media/videos/clip.webm"]);
  expect((await selectRows(db, "site_pictures"))[0]?.content.equals(EVERY_BYTE)).toBe(true);
  await indexMissing(db);
  const app = await createApp({ ...t.deps, db, storage: await openLocalStorage(dataDir) });
  onTestFinished(() => app.close());
  const payload = { email: "moving@example.com", password: PASSWORD };
  const ask = async (to: typeof app) => {
    const { token } = (await to.inject({ method: "POST", url: contract.auth.login.url, payload })).json();
    const headers = { authorization: `Bearer ${token.access}` };
    return (await to.inject({ url: contract.favorites.list.url, headers })).json<{ count: number }>();
  };
  const found = await ask(app);
  expect(found.count).toBe(5);
  expect(found).toEqual(await ask(t.app));
  const newest = await createUser(db, t.clock, { email: "after@example.com" });
  expect(newest.id).toBeGreaterThan(Math.max(...(await selectRows(t.db, "users")).map(({ id }) => id)));
});

test("any program reads the tables, which hold no logins, links and codes of days", async () => {
  const { folder, manifest } = await exported();
  const videos = parse<{ title: string }>(await readFile(tablePath(folder, "videos", "csv"), "utf8"), {
    columns: true,
  });
  expect(videos.map(({ title }) => title)).toEqual(expect.arrayContaining([STRANGE, "動画4"]));
  const names = manifest.tables.map(({ name }) => name);
  for (const secret of ["sessions", "login_tickets", "password_resets", "email_verifications", "staff_invitations"]) {
    expect(names).not.toContain(secret);
  }
});

test("an import refuses a used service, damage, another release and a backup, and changes nothing", async () => {
  const { folder, manifest } = await exported();
  const { location, db } = await emptyService();
  const before = await tableSums(db);
  const backup = await newFolder();
  await takeBackup({ config: t.connection, dataDir: t.dataDir, bucket: null }, backup, () => {});
  await expect(importService(location, backup)).rejects.toThrow("The backup lacks");
  await expect(restoreBackup(location, folder, { replace: true })).rejects.toThrow("The backup lacks");
  const users = await readFile(tablePath(folder, "users", "csv"), "utf8");
  await writeFile(tablePath(folder, "users", "csv"), users.replace("moving@", "stolen@"));
  await expect(importService(location, folder)).rejects.toThrow("users.csv was changed or damaged");
  await writeFile(tablePath(folder, "users", "csv"), users);
  await rm(join(folder, "manifest.json"));
  await writeManifest(folder, { ...manifest, migrations: manifest.migrations.slice(0, -1) });
  await expect(importService(location, folder)).rejects.toThrow("another release");
  await rm(join(folder, "manifest.json"));
  const more = manifest.tables.map((table) => ({ ...table, rows: table.rows + (table.name === "tags" ? 1 : 0) }));
  await writeManifest(folder, { ...manifest, tables: more });
  await expect(importService(location, folder)).rejects.toThrow("tags is not what the backup holds");
  expect(await tableSums(db)).toEqual(before);
  await createVideo(db, t.clock);
  await expect(importService(location, folder)).rejects.toThrow("has accounts or videos already");
  expect((await readManifest(folder)).tables).toEqual(more);
});
