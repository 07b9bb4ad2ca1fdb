import { randomUUID } from "node:crypto";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { beforeAll, expect, test } from "vitest";
import { insertRow } from "../src/db/insert-rows.ts";
import { useBillingApp } from "./testing/billing-app.ts";
import {
  createCategory,
  createChapter,
  createNotice,
  createPlaylist,
  createTag,
  createUser,
  createVideo,
} from "./testing/factories.ts";
import { inputWith, NEEDED, numberFieldsOf, requestWith } from "./testing/fields.ts";

const t = useBillingApp();
const NOTE = randomUUID();
let headers: { authorization: string };

const calls = everyCall.flatMap(({ name, route }) => {
  const field = numberFieldsOf(route).find(({ path }) => path.at(-1) === "revision");
  return field && 409 in route.schema.response ? [{ name, route, field }] : [];
});

beforeAll(async () => {
  const { id: user_id } = await createUser(t.db, t.clock, { is_superuser: true });
  headers = await t.as(user_id);
  const { id: video_id } = await createVideo(t.db, t.clock);
  await createChapter(t.db, { video_id });
  await createCategory(t.db, "分野");
  await createTag(t.db, "タグ");
  await createPlaylist(t.db, t.clock, "リスト", [video_id]);
  await createNotice(t.db, t.clock);
  const [asked, noted] = [t.clock.daysAgo(1), t.clock.daysAgo(0)];
  await insertRow(t.db, "questions", {
    user_id,
    video_id,
    second: 1,
    text: "質問",
    nickname: "花子",
    is_public: true,
    asked_at: asked,
  });
  const times = { created_at: noted, updated_at: noted };
  await insertRow(t.db, "notes", { user_id, video_id, id: NOTE, second: 1, text: "メモ", video_title: "題", ...times });
  await t.app.inject({ method: "POST", url: "/api/admin/synonyms/", headers, payload: { name: "甲、乙" } });
});

/** The records exist, but no version of a page, of the settings or of the prices was ever stored. */
test.each(calls)("$name refuses a revision that is not stored, with what holds", async ({ name, route, field }) => {
  const param = name === "notes.write" ? NOTE : "1";
  const request = await requestWith(route, inputWith(route, [{ ...field, value: 2 ** 31 - 1 }], NEEDED[name]), param);
  const response = await t.app.inject({ ...request, headers: { ...headers, ...request.headers } });
  expect([response.statusCode, response.json()], response.body.slice(0, 300)).toEqual([
    409,
    expect.objectContaining({ type: "conflict", current: expect.any(Object) }),
  ]);
});

test("every kind of record is among them", () => expect(calls.length).toBeGreaterThan(25));
