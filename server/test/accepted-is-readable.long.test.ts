import { randomUUID } from "node:crypto";
import type { Route } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "../src/accounts/passwords/password.ts";
import { useBillingApp } from "./testing/billing-app.ts";
import { clientAddress } from "./testing/client-address.ts";
import {
  createCategory,
  createChapter,
  createPlaylist,
  createTag,
  createUser,
  createVideo,
} from "./testing/factories.ts";
import { type Field, numberFieldsOf, requestWith, textFieldsOf } from "./testing/fields.ts";

const ADDRESSES = [
  "https://ja.wikipedia.org/wiki/コピーライティング",
  "https://example.com/お問い合わせ?q=a b",
  'https://example.com/"[1]|%zz',
  "https://日本語.jp/",
  "https://example.com/a\nb",
];
const MAILBOXES = ["taro..yamada@docomo.ne.jp", "o'brien+a/b%c!d@example.com", `${"a".repeat(64)}@b.example`];
const DAYS = ["0000-01-01", "0001-01-01", "1899-12-31", "1900-01-01", "2026-02-28", "2199-12-31", "9999-12-31"];
const INSTANTS = DAYS.map((day) => `${day}T23:59:59.999Z`);
/** Below nothing, and beyond the database's and JavaScript's integers. */
const NUMBERS = [-1, 2 ** 31, 2 ** 53 - 1];
const TEXTS = ["'\"<&>\\{}`%$", "\u2028\u2029\u0085\u200b.", "👩‍👩‍👧‍👦", "=1+1"];

/** The service need not accept these, but all that it accepts must be readable. */
function edgesOf({ schema: { format, maxLength }, path }: Field): string[] {
  if (format === "date") return DAYS;
  if (format === "date-time") return INSTANTS;
  if (format === "email") return MAILBOXES;
  const name = String(path.findLast((step) => typeof step === "string"));
  if (format === "uri" || /url|link|address/.test(name)) return ADDRESSES;
  return maxLength === undefined ? TEXTS : [...TEXTS, "あ".repeat(maxLength), "\u{20000}".repeat(maxLength / 2)];
}

const fieldsOf = (route: Route) => [
  ...textFieldsOf(route).map((field) => ({ field, values: edgesOf(field) })),
  ...numberFieldsOf(route).map((field) => ({ field, values: NUMBERS })),
];

/** A stored note: a change must read what a first write ignores. */
const NOTE = randomUUID();
const NEEDED: Record<string, object> = { "notes.write": { video_id: 1, kind: "practice", done_on: "2026-11-20" } };

const t = useBillingApp();
let caller: number;
let headers: { authorization: string };
let clients = 0;
const accepted = new Set<string>();
const reads = everyCall.filter(({ route }) => route.method === "GET");
/** It would close the caller's account. */
const ENDING = "profile.remove";
const changes = everyCall.filter(
  ({ name, route }) => route.method !== "GET" && fieldsOf(route).length > 0 && name !== ENDING,
);

beforeAll(async () => {
  // The password of the examples.
  const password_hash = await hashPassword("tomato-soup-41");
  caller = (await createUser(t.db, t.clock, { is_superuser: true, password_hash })).id;
  const video = await createVideo(t.db, t.clock);
  await createChapter(t.db, { video_id: video.id, title: "はじめに", time_seconds: 0 });
  await createTag(t.db, "タグ");
  await createCategory(t.db, "分野");
  await createPlaylist(t.db, t.clock, "リスト", [video.id]);
  const note = { kind: "note", second: 1, text: "メモ", link: null, done_on: null, video_id: 1, revision: 0 };
  await t.app.inject({ method: "PUT", url: `/api/notes/${NOTE}/`, headers: await t.as(caller), payload: note });
});

// A token lasts for minutes, and another password ends it.
beforeEach(async () => {
  headers = await t.as(caller);
});

const send = (request: Awaited<ReturnType<typeof requestWith>>) =>
  t.app.inject({
    ...request,
    headers: { ...headers, ...request.headers, "x-forwarded-for": clientAddress(++clients) },
  });

const areaOf = ({ url }: Route) =>
  url
    .split("/")
    .slice(0, url.startsWith("/api/admin/") ? 4 : 3)
    .join("/");

/** Reads every call of the area, or all. */
async function expectReadable(about: string, area?: string): Promise<void> {
  for (const { name, route } of reads) {
    if (area !== undefined && areaOf(route) !== area) continue;
    const url = route.url.replaceAll(/:\w+/g, "1");
    const { statusCode, body } = await t.app.inject({ url, headers });
    expect(statusCode, `${name} after ${about}: ${body.slice(0, 300)}`).toBeLessThan(500);
  }
}

describe.each(changes)("$name", ({ name, route }) => {
  test("answers what it accepts, and every call of its area still answers", async () => {
    for (const { field, values } of fieldsOf(route)) {
      for (const value of values) {
        const about = `${name} with ${field.path.join(".")} = ${String(value).slice(0, 60)}`;
        const note = values === NUMBERS ? NOTE : randomUUID();
        const param = route.url.startsWith("/api/notes/") ? note : "1";
        const { statusCode, body } = await send(
          await requestWith(route, field, value, { param, needed: NEEDED[name] }),
        );
        expect(statusCode, `${about}: ${body.slice(0, 300)}`).toBeLessThan(500);
        if (statusCode >= 300) continue;
        accepted.add(`${name} ${field.path.join(".")}`);
        if (values !== TEXTS) await expectReadable(about, areaOf(route));
      }
    }
  });
});

test("every other call answers, too", () => expectReadable("all changes"));

afterAll(() => {
  expect([...accepted]).toEqual(
    expect.arrayContaining([
      "notes.write link",
      "notes.write text",
      "notes.write done_on",
      "adminSite.update contact_url",
    ]),
  );
  expect(accepted.size).toBeGreaterThan(50);
});
