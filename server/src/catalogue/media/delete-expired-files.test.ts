import { randomUUID } from "node:crypto";
import { access, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../db/open.ts";
import { createChapter, createVideo } from "../../../test/testing/factories.ts";
import { countersOf, rowsOf } from "../../../test/testing/member-counts.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { openLocalStorage } from "../../files/storage/local-storage.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";
import { deleteExpiredFiles } from "./delete-expired-files.ts";

const t = useTestApp();
let storage: MediaStorage;

beforeAll(async () => {
  storage = await openLocalStorage(t.dataDir);
});

const file = (kind: "videos" | "thumbnails" | "incoming", name: string) => join(t.dataDir, "media", kind, name);
const store = (kind: "videos" | "thumbnails", name: string) => writeFile(file(kind, name), "content");
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
const runJob = () => deleteExpiredFiles(t.db, storage, t.clock.now());
const ids = async () => (await selectRows(t.db, "videos")).map(({ id }) => id);

test("purges a deleted video after 30 days, with its files and from all lists", async () => {
  const me = await staffCalls(t).staff();
  const member = await staffCalls(t).member();
  const { id } = await createVideo(t.db, t.clock, { host: "file", video_id: "clip.webm", thumbnail: "cover" });
  await createChapter(t.db, { video_id: id });
  const files = [
    ["videos", "clip.webm"],
    ["thumbnails", "cover-640.webp"],
    ["thumbnails", "cover-320.webp"],
  ] as const;
  for (const [kind, name] of files) await store(kind, name);
  const other = await createVideo(t.db, t.clock);
  await member.call(contract.favorites.toggle, { id });
  await me.call(contract.adminVideos.remove, { id });

  t.clock.advance({ days: 29, minutes: 1439 });
  await runJob();
  expect(new Set(await ids())).toEqual(new Set([id, other.id]));
  for (const [kind, name] of files) expect(await isThere(file(kind, name))).toBe(true);

  t.clock.advance({ minutes: 2 });
  await Promise.all([runJob(), runJob()]);
  expect(await ids()).toEqual([other.id]);
  for (const [kind, name] of files) expect(await isThere(file(kind, name)), name).toBe(false);
  expect(await countersOf(t.db, member.user.id)).toEqual(await rowsOf(t.db, member.user.id));
  const later = await staffCalls(t).staff();
  expect((await later.call(contract.adminVideos.restore, { id })).statusCode).toBe(404);
});

test("deletes unreferenced pictures after 30 days, and keeps those of videos in the trash", async () => {
  await createVideo(t.db, t.clock, { thumbnail: "shown" });
  await createVideo(t.db, t.clock, { thumbnail: "trashed", deleted_at: t.clock.daysAgo(1) });
  const old = new Date(t.clock.now() - 31 * 86_400_000);
  const fresh = new Date(t.clock.now() - 29 * 86_400_000);
  for (const name of ["shown", "trashed", "left-over", "fresh"]) {
    for (const width of [640, 320]) {
      const path = `${name}-${width}.webp`;
      await store("thumbnails", path);
      await utimes(file("thumbnails", path), old, name === "fresh" ? fresh : old);
    }
  }
  await runJob();
  const there = async (name: string) =>
    Promise.all([640, 320].map((width) => isThere(file("thumbnails", `${name}-${width}.webp`))));
  for (const name of ["shown", "trashed", "fresh"]) expect(await there(name), name).toEqual([true, true]);
  expect(await there("left-over")).toEqual([false, false]);
});

test("deletes abandoned uploads and unreferenced video files only", async () => {
  const me = await staffCalls(t).staff();
  const upload = (await me.call(contract.videoFiles.start, {}, { size: 10 })).json<{ id: string }>();
  await storage.incoming.append(upload.id, Buffer.from("half"), 0);
  await createVideo(t.db, t.clock, { host: "file", video_id: "used.webm" });
  for (const name of ["used.webm", "unused.webm", "fresh.webm"]) await store("videos", name);
  const old = new Date(t.clock.now() - 31 * 86_400_000);
  const now = new Date(t.clock.now());
  for (const name of ["used.webm", "unused.webm"]) await utimes(file("videos", name), old, old);
  await utimes(file("videos", "fresh.webm"), now, now);
  // Remains of a crash, one older than a day and one new.
  const [left, leftNow] = [randomUUID(), randomUUID()];
  for (const name of [left, leftNow]) await writeFile(file("incoming", name), "half");
  for (const name of [left, upload.id]) await utimes(file("incoming", name), old, old);
  await utimes(file("incoming", leftNow), now, now);
  await runJob();
  expect(await isThere(file("incoming", upload.id))).toBe(true);
  expect(await isThere(file("incoming", left))).toBe(false);
  expect(await isThere(file("incoming", leftNow))).toBe(true);
  t.clock.advance({ days: 1, minutes: 1 });
  await runJob();
  expect(await isThere(file("incoming", upload.id))).toBe(false);
  const later = await staffCalls(t).staff();
  expect((await later.call(contract.videoFiles.get, { id: upload.id })).statusCode).toBe(404);
  expect(await isThere(file("videos", "used.webm"))).toBe(true);
  expect(await isThere(file("videos", "unused.webm"))).toBe(false);
  expect(await isThere(file("videos", "fresh.webm"))).toBe(true);
});

test("purges a video that takes longer than the statement timeout, and the others when one fails", async () => {
  const create = async (title: string) =>
    (await createVideo(t.db, t.clock, { title, deleted_at: t.clock.daysAgo(31) })).id;
  const [stuck, slow, other] = [await create("stuck"), await create("slow"), await create("other")];
  await t.db.query({
    text: `create function refuse_or_wait() returns trigger language plpgsql as $$ begin
             if old.title = 'stuck' then raise exception 'it stays'; end if;
             if old.title = 'slow' then perform pg_sleep(0.5); end if;
             return old; end $$`,
  });
  await t.db.query({
    text: "create trigger refuse_or_wait before delete on videos for each row execute function refuse_or_wait()",
  });
  await store("videos", "nobodys.webm");
  const old = new Date(t.clock.now() - 31 * 86_400_000);
  await utimes(file("videos", "nobodys.webm"), old, old);
  // As for everybody, only less.
  const impatient = openDatabase({ ...t.connection, statement_timeout: 250 }, () => {});
  onTestFinished(() => impatient.close());

  await expect(deleteExpiredFiles(impatient, storage, t.clock.now())).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: "it stays" }) }),
  );
  const left = await ids();
  expect([stuck, slow, other].filter((id) => left.includes(id))).toEqual([stuck]);
  expect(await isThere(file("videos", "nobodys.webm"))).toBe(false);
  await t.db.query({ text: "drop trigger refuse_or_wait on videos" });
  await runJob();
  expect(await ids()).not.toContain(stuck);
});
