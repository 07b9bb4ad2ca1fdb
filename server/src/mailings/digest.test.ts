import { beforeEach, describe, expect, test } from "vitest";
import { createVideo } from "../../test/testing/factories.ts";
import { SITE, useTestApp } from "../../test/testing/test-app.ts";
import { canAdvertise, composeMailing } from "./compose.ts";
import { listWeek, prepareDigest } from "./digest.ts";

const t = useTestApp();
/** A Monday, nine o'clock in Japan. */
const MONDAY = Date.parse("2026-11-23T00:00:00.000Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(ms).toISOString();

beforeEach(async () => {
  await t.db.query({ text: "delete from mailings where key like 'digest %'" });
  await t.db.query({ text: "delete from videos" });
  await t.db.query({ text: "update mailings set send_at = $1 where key = 'digest'", values: [at(MONDAY - 90 * DAY)] });
});

const video = (published: number, title = "新しい動画") =>
  createVideo(t.db, t.clock, { title, published_at: at(published), created_at: at(published) });
async function made(now: number): Promise<string[]> {
  await prepareDigest(t.db, SITE, now);
  const text = "select key, send_at from mailings where key like 'digest %'";
  return (await t.db.query<{ key: string; send_at: string }>({ text })).rows.map(({ key }) => key);
}

test.each([
  ["a millisecond before Monday, for the week before", -1, []],
  ["on Monday at nine", 0, ["digest 2026-11-23"]],
  ["two days later", 2 * DAY, ["digest 2026-11-23"]],
  ["a millisecond more", 2 * DAY + 1, []],
  ["the next Monday, without a new video", 7 * DAY, []],
])("is made %s", async (_when, after, keys) => {
  await video(MONDAY - HOUR);
  expect(await made(MONDAY + after)).toEqual(keys);
});

test.each([
  [-7 * DAY, false],
  [-7 * DAY + 1, true],
  [0, true],
  [1, false],
])("has a video that was published %i ms after it: %j", async (offset, isIn) => {
  await video(MONDAY + offset);
  expect(await listWeek(t.db, SITE, MONDAY, MONDAY + DAY)).toHaveLength(isIn ? 1 : 0);
  expect(await made(MONDAY + DAY)).toHaveLength(isIn ? 1 : 0);
});

test.each([
  [0, true],
  [1, false],
])("is made if it was switched on %i ms after Monday at nine: %j", async (offset, isMade) => {
  await t.db.query({ text: "update mailings set send_at = $1 where key = 'digest'", values: [at(MONDAY + offset)] });
  await video(MONDAY - HOUR);
  expect(await made(MONDAY + HOUR)).toHaveLength(isMade ? 1 : 0);
});

test("names the twenty newest videos, the newest first, once", async () => {
  for (let count = 0; count < 21; count++) await video(MONDAY - HOUR - count * 1000, `第${count}回`);
  const list = await listWeek(t.db, SITE, MONDAY, MONDAY);
  expect(list.map((paragraph) => paragraph.split("\n")[0])).toEqual(Array.from({ length: 20 }, (_, n) => `第${n}回`));
  await made(MONDAY);
  expect(await made(MONDAY + HOUR)).toHaveLength(1);
});

describe("a mail to members", () => {
  test.each([
    ["学び舎", "東京都", true],
    ["", "東京都", false],
    ["学び舎", "", false],
    ["", "", false],
  ])("advertises with the sender %j and the address %j: %j", (ownerName, ownerAddress, expected) => {
    expect(canAdvertise({ ...SITE, ownerName, ownerAddress })).toBe(expected);
  });

  test.each([
    ["welcome", "動画を見る", "/"],
    ["trial_ending", "プランを見る", "/plans"],
    ["trial_ended", "プランを見る", "/plans"],
    ["digest 2026-11-23", "新着動画を見る", "/new-videos"],
    ["notice 7", "お知らせの一覧を見る", "/notices"],
  ])("of the kind %s leads to %s", (key, label, path) => {
    const mail = composeMailing(
      SITE,
      { key, subject: "題名", body: "一つ目\n続き\n\n\n \n\n二つ目" },
      "https://stop.example",
      "2026-11-23T00:00:00.000Z",
    );
    const end = key === "trial_ending" ? "無料体験は、2026年11月23日 9:00に終了します。\\n\\n" : "";
    expect(mail.text).toMatch(
      new RegExp(`^${end}一つ目\\n続き\\n\\n二つ目\\n\\n${label}\\n${SITE.publicUrl}${path}\\n`),
    );
    expect(mail.text).toContain("配信を停止する：https://stop.example");
    const required = composeMailing(
      SITE,
      { key, subject: "題名", body: "本文" },
      undefined,
      "2026-11-23T00:00:00.000Z",
    );
    for (const part of [required.text, required.html]) expect(part).not.toContain("停止");
  });
});
