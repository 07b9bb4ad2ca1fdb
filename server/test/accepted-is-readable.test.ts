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
import {
  type Field,
  type Filled,
  inputWith,
  isTaken,
  NEEDED,
  numberFieldsOf,
  requestWith,
  textFieldsOf,
} from "./testing/fields.ts";

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
/** Below nothing, and the largest of the database and of JavaScript, with those beyond it. */
const NUMBERS = [-1, 0, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1];
const TEXTS = ["'\"<&>\\{}`%$", "\u2028\u2029\u0085\u200b.", "👩‍👩‍👧‍👦", "=1+1"];

/** The service need not accept these, but all that it accepts must be readable. */
function edgesOf({ schema: { format, pattern, maxLength }, path }: Field): string[] {
  if (format === "date" || (pattern && new RegExp(pattern).test("2026-02-28"))) return DAYS;
  if (format === "date-time") return INSTANTS;
  if (format === "email") return MAILBOXES;
  const name = String(path.findLast((step) => typeof step === "string"));
  if (format === "uri" || /url|link|address/.test(name)) return ADDRESSES;
  return maxLength === undefined ? TEXTS : [...TEXTS, "あ".repeat(maxLength), "\u{20000}".repeat(maxLength / 2)];
}

const fieldsOf = (route: Route): { field: Field; values: (string | number)[] }[] => [
  ...textFieldsOf(route).map((field) => ({ field, values: edgesOf(field) })),
  // stale-revision.test.ts has those of revisions.
  ...numberFieldsOf(route).flatMap((field) => {
    const { minimum = 0, maximum = 0 } = field.schema;
    return field.path.at(-1) === "revision" ? [] : [{ field, values: [minimum, maximum, ...NUMBERS] }];
  }),
];

/** A stored note: a change must read what a first write ignores. */
const NOTE = randomUUID();

const t = useBillingApp();
let caller: number;
let headers: { authorization: string };
let clients = 0;
const accepted = new Set<string>();
const reads = everyCall.filter(({ route }) => route.method === "GET");
/** They close the caller's account, and at last that of member 1. */
const [ENDING, LAST] = ["profile.remove", "adminMemberDesk.close"];
const calls = everyCall
  .filter(({ name, route }) => fieldsOf(route).length > 0 && name !== ENDING)
  .toSorted((a, b) => Number(a.name === LAST) - Number(b.name === LAST));

beforeAll(async () => {
  // The password of the examples.
  const password_hash = await hashPassword("tomato-soup-41");
  // Number 1 is another's: nobody may change many things of their own account.
  await createUser(t.db, t.clock, { password_hash });
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
  await t.db.query({ text: "delete from rate_limits" });
  headers = await t.as(caller);
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

const aboutOf = (name: string, values: Filled[]) =>
  `${name} with ${values.map(({ path, value }) => `${path.join(".")} = ${String(value).slice(0, 60)}`).join(", ")}`;

/** Makes the call with the values. @returns whether it took them, and the fields that it refused */
async function tryValues(name: string, route: Route, values: Filled[]) {
  let isAccepted = false;
  let refused: string[] = [];
  const send = async (param: string, needed = NEEDED[name]) => {
    const request = await requestWith(route, inputWith(route, values, needed), param);
    const sent = { ...headers, ...request.headers, "x-forwarded-for": clientAddress(++clients) };
    const answer = await t.app.inject({ ...request, headers: sent });
    expect(answer.statusCode, `${aboutOf(name, values)}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
    return answer;
  };
  // The call reads a stored note before it changes it, but not a new one.
  for (const param of route.url.startsWith("/api/notes/") ? [NOTE, randomUUID()] : ["1"]) {
    let answer = await send(param);
    const { current } = answer.statusCode === 409 ? answer.json<{ current?: { revision: number } }>() : {};
    if (current && route.method !== "DELETE") {
      answer = await send(param, { ...NEEDED[name], revision: current.revision });
    }
    if (answer.statusCode < 300) isAccepted = true;
    else refused = Object.keys(answer.json<{ fields?: object }>().fields ?? {});
  }
  if (isAccepted) for (const { path } of values) accepted.add(`${name} ${path.join(".")}`);
  return { isAccepted, refused };
}

describe.each(calls)("$name", ({ name, route }) => {
  test("answers what it accepts, and every call of its area still answers", async () => {
    const fields = fieldsOf(route);
    for (let round = 0; round < Math.max(...fields.map(({ values }) => values.length)); round++) {
      const edges = fields.flatMap(({ field, values: { [round]: value } }) =>
        value === undefined ? [] : [{ ...field, value }],
      );
      const taken = edges.filter((edge) => isTaken(route, inputWith(route, [edge], NEEDED[name])));
      // All fields at once, which is read once, and then those alone that do not go with the others.
      const tries = [taken];
      for (const values of tries) {
        if (values.length === 0) continue;
        const { isAccepted, refused } = await tryValues(name, route, values);
        if (isAccepted && route.method !== "GET") await expectReadable(aboutOf(name, values), areaOf(route));
        if (isAccepted || values.length === 1) continue;
        const wrong = values.filter(({ path }) => refused.includes(path.join(".")));
        if (wrong.length > 0) tries.push(values.filter((each) => !wrong.includes(each)));
        tries.push(...(wrong.length > 0 ? wrong : values).map((each) => [each]));
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
      "adminVideos.update title",
      "landingA.update content.search.title",
      "search.videos q",
    ]),
  );
  expect(accepted.size).toBeGreaterThan(200);
});
