import { contract } from "@manabiya/contract";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import type { Notice } from "@manabiya/contract/notices/notices.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { PagedResult } from "../../http/paging.ts";
import { createNotice } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { list, create, update, remove } = contract.adminNotices;
type Caller = Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let me: Caller;
let member: Caller;

/** Access tokens last ten minutes, but some tests advance the clock by days. */
async function signIn(): Promise<void> {
  me = await staffCalls(t).staff();
  member = await staffCalls(t).member();
}

beforeEach(async () => {
  await t.db.query({ text: "delete from notices" });
  await signIn();
});

const NOTICE = {
  notice_category: "maintenance",
  notice_title: "停止のお知らせ",
  notice_content: "深夜に止まります。\nhttps://example.com/",
  state: "published",
};

const auditLog = async () => (await t.db.query<AuditEntry>({ text: "select * from audit_log order by id" })).rows;
const make = async (given: object = {}) => (await me.call(create, {}, { ...NOTICE, ...given })).json<AdminNotice>();
const seen = async () =>
  (await member.get(contract.notices.list.url)).json<PagedResult<Notice>>().results.map(({ id }) => id);

describe("a notice for members", () => {
  test("is visible immediately when published, with the server's time", async () => {
    const made = await make({ published_at: "1999-01-01T00:00:00.000Z" });
    expect(made).toEqual({
      ...NOTICE,
      id: expect.any(Number),
      created_at: t.clock.daysAgo(0),
      published_at: t.clock.daysAgo(0),
      revision: 1,
      read_count: 0,
    });
    expect(await seen()).toEqual([made.id]);
    await member.call(contract.notices.read, { id: made.id });
    const { results } = (await me.get(list.url)).json<PagedResult<AdminNotice>>();
    expect(results).toEqual([{ ...made, read_count: 1 }]);
  });

  test("is hidden as a draft and until its scheduled time", async () => {
    const draft = await make({ state: "draft", published_at: t.clock.daysAgo(-1) });
    const scheduled = await make({ state: "scheduled", published_at: t.clock.daysAgo(-1) });
    expect([draft.state, draft.published_at]).toEqual(["draft", null]);
    expect(scheduled.state).toBe("scheduled");
    expect(await seen()).toEqual([]);
    t.clock.advance({ days: 1 });
    await signIn();
    const states = (await me.get(list.url)).json<PagedResult<AdminNotice>>().results;
    expect(states.map(({ state }) => state)).toEqual(["draft", "published"]);
    expect(await seen()).toEqual([scheduled.id]);
  });

  test("keeps its date when edited and disappears when it becomes a draft", async () => {
    const made = await make();
    t.clock.advance({ minutes: 5 });
    const edited = (await me.call(update, { id: made.id }, { ...NOTICE, notice_title: "訂正" })).json<AdminNotice>();
    expect(edited).toMatchObject({ notice_title: "訂正", published_at: made.published_at, revision: 2 });
    await me.call(update, { id: made.id }, { ...NOTICE, state: "draft" });
    expect(await seen()).toEqual([]);
  });

  test("disappears when deleted, also for members who read it", async () => {
    const made = await make();
    await member.call(contract.notices.read, { id: made.id });
    expect((await me.call(remove, { id: made.id })).json()).toEqual({
      message: "お知らせ「停止のお知らせ」を削除しました。",
    });
    expect(await seen()).toEqual([]);
    expect((await me.call(remove, { id: made.id })).json().error).toBe("お知らせが見つかりません。");
  });
});

test.each([
  [{ notice_category: "gossip" }, "notice_category", "カテゴリーを選択してください。"],
  [{ notice_title: " " }, "notice_title", "タイトルを入力してください。"],
  [{ notice_title: "長".repeat(101) }, "notice_title", "タイトルは100文字以内で入力してください。"],
  [{ notice_content: "" }, "notice_content", "本文を入力してください。"],
  [{ notice_content: "長".repeat(10_001) }, "notice_content", "本文は10000文字以内で入力してください。"],
  [{ notice_content: "a\0" }, "notice_content", "使用できない文字が含まれています。"],
  [{ state: "secret" }, "state", "公開状態が正しくありません。"],
  [{ state: "scheduled" }, "published_at", "公開日時を入力してください。"],
  [{ state: "scheduled", published_at: "明日" }, "published_at", "公開日時を入力してください。"],
  [
    { state: "scheduled", published_at: "2020-01-01T00:00:00.000Z" },
    "published_at",
    "公開日時には、現在より後の日時を入力してください。",
  ],
])("rejects an invalid notice with a field error: %#", async (given, field, message) => {
  const response = await me.call(create, {}, { ...NOTICE, ...given });
  expect(response.statusCode).toBe(400);
  expect(response.json().fields).toEqual({ [field]: [message] });
  expect((await me.get(list.url)).json().count).toBe(0);
});

test("returns 409 with the present notice when the revision is stale", async () => {
  const { id, revision } = await make();
  const answers = await Promise.all(
    ["甲", "乙"].map((notice_title) => me.call(update, { id }, { ...NOTICE, notice_title, revision })),
  );
  const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
  expect(lost?.json().current).toEqual(won?.json());
  const again = { ...NOTICE, notice_title: won?.json().notice_title, revision };
  expect((await me.call(update, { id }, again)).statusCode).toBe(200);
});

test("lists 20 notices per page", async () => {
  for (let made = 0; made < 21; made++) await createNotice(t.db, t.clock);
  const first = (await me.get(list.url)).json<PagedResult<AdminNotice>>();
  expect([first.results.length, first.count, first.next]).toEqual([20, 21, `${list.url}?page=2`]);
  expect((await me.get(`${list.url}?page=2`)).json().results).toHaveLength(1);
});

test("logs every change", async () => {
  const before = (await auditLog()).length;
  const { id } = await make();
  await me.call(update, { id }, NOTICE);
  await me.call(update, { id }, { ...NOTICE, notice_title: "新" });
  await me.call(remove, { id });
  const rows = (await auditLog()).slice(before);
  expect(rows.map(({ action }) => action)).toEqual(["notice.create", "notice.update", "notice.delete"]);
  expect(rows[1]).toMatchObject({
    user_id: me.user.id,
    before: { notice_title: "停止のお知らせ" },
    after: { notice_title: "新" },
  });
});
