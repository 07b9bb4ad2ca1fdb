import { contract } from "@manabiya/contract";
import type { Notice } from "@manabiya/contract/notices/notices.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { PagedResult } from "../http/paging.ts";
import { createNotice, createUser } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

beforeEach(async () => {
  await t.db.query({ text: "delete from notices" });
});

async function member(given: Parameters<typeof createUser>[2] = {}) {
  const headers = await t.as((await createUser(t.db, t.clock, given)).id);
  const get = (url: string) => t.app.inject({ url, headers });
  return {
    page: async (query = "") => (await get(`${contract.notices.list.url}${query}`)).json<PagedResult<Notice>>(),
    unread: async () => (await get(contract.notices.count.url)).json<{ count: number }>().count,
    read: (id: number) =>
      t.app.inject({ method: "POST", url: contract.notices.read.url.replace(":id", String(id)), headers }),
    readAll: () => t.app.inject({ method: "POST", url: contract.notices.readAll.url, headers }),
  };
}

test("counts published notices that the member has not opened", async () => {
  const [me, other] = [await createUser(t.db, t.clock), await createUser(t.db, t.clock)];
  const read = await createNotice(t.db, t.clock);
  await createNotice(t.db, t.clock);
  await createNotice(t.db, t.clock, { published_at: null });
  await createNotice(t.db, t.clock, { published_at: t.clock.daysAgo(-1) });
  await t.db.query({
    text: "insert into notice_reads (user_id, notice_id, read_at) values ($1, $2, $3)",
    values: [me.id, read.id, t.clock.daysAgo(0)],
  });
  const count = async (id: number) =>
    (await t.app.inject({ url: contract.notices.count.url, headers: await t.as(id) })).json();
  expect(await count(me.id)).toEqual({ count: 1 });
  expect(await count(other.id)).toEqual({ count: 2 });
});

describe("the list of notices", () => {
  test("has published notices, newest first, with their publication date, label and read mark", async () => {
    const old = await createNotice(t.db, t.clock, {
      notice_category: "maintenance",
      created_at: t.clock.daysAgo(9),
      published_at: t.clock.daysAgo(5),
    });
    const recent = await createNotice(t.db, t.clock, { notice_title: "題", notice_content: "中身" });
    await createNotice(t.db, t.clock, { published_at: null });
    await createNotice(t.db, t.clock, { published_at: t.clock.daysAgo(-1) });
    const [me, other] = [await member(), await member()];
    await me.read(old.id);
    expect(await me.page()).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [
        {
          id: recent.id,
          created_at: t.clock.daysAgo(1),
          notice_category: "information",
          notice_category_display: "お知らせ",
          notice_title: "題",
          notice_title_breaks: [],
          notice_content: "中身",
          is_read: false,
        },
        expect.objectContaining({
          id: old.id,
          created_at: t.clock.daysAgo(5),
          notice_category_display: "メンテナンス",
          is_read: true,
        }),
      ],
    });
    expect((await other.page()).results.map(({ is_read }) => is_read)).toEqual([false, false]);
  });

  test.each([
    ["feature", "新機能"],
    ["campaign", "キャンペーン"],
  ] as const)("%s is called %s", async (notice_category, label) => {
    await createNotice(t.db, t.clock, { notice_category });
    expect((await (await member()).page()).results[0]?.notice_category_display).toBe(label);
  });

  test("has pages of ten, or of the requested size", async () => {
    for (let made = 0; made < 21; made++) await createNotice(t.db, t.clock);
    const me = await member();
    const first = await me.page();
    expect(first).toMatchObject({ count: 21, next: `${contract.notices.list.url}?page=2`, previous: null });
    const second = await me.page("?page=2&page_size=10");
    const third = await me.page("?page=3");
    const ids = [first, second, third].flatMap(({ results }) => results.map(({ id }) => id));
    expect(new Set(ids).size).toBe(21);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect((await me.page("?page_size=50")).results).toHaveLength(21);
    expect(await me.page("?page=10000")).toMatchObject({ results: [], count: 21, next: null });
  });
});

describe("opening a notice", () => {
  test("reduces the member's unread count once", async () => {
    const [a] = [await createNotice(t.db, t.clock), await createNotice(t.db, t.clock)];
    const [me, other] = [await member(), await member()];
    expect((await me.read(a.id)).json()).toEqual({ count: 1 });
    const again = await Promise.all(Array.from({ length: 5 }, () => me.read(a.id)));
    expect(new Set(again.map(({ body }) => body))).toEqual(new Set([JSON.stringify({ count: 1 })]));
    expect(await me.unread()).toBe(1);
    expect(await other.unread()).toBe(2);
  });

  test("returns 404 for drafts, scheduled and unknown notices", async () => {
    const me = await member();
    const draft = await createNotice(t.db, t.clock, { published_at: null });
    const scheduled = await createNotice(t.db, t.clock, { published_at: t.clock.daysAgo(-1) });
    for (const id of [draft.id, scheduled.id, 999_999]) {
      const response = await me.read(id);
      expect(response.statusCode).toBe(404);
      expect(response.json().error).toBe("お知らせが見つかりません。");
    }
  });
});

describe("a member who joins later", () => {
  /** Notices of five and of two days ago, and one of the moment in which the member joined. */
  async function joinBetween() {
    await createNotice(t.db, t.clock, { notice_title: "昔", published_at: t.clock.daysAgo(5) });
    const joined = t.clock.daysAgo(3);
    await createNotice(t.db, t.clock, { notice_title: "その時", published_at: joined });
    await createNotice(t.db, t.clock, { notice_title: "最近", published_at: t.clock.daysAgo(2) });
    return member({ created_at: joined });
  }

  test("has notices from before as read, in the list and in every count", async () => {
    const me = await joinBetween();
    expect(await me.unread()).toBe(2);
    const { results } = await me.page();
    expect(results.map(({ notice_title, is_read }) => [notice_title, is_read])).toEqual([
      ["最近", false],
      ["その時", false],
      ["昔", true],
    ]);
    expect((await me.read(results[0]?.id ?? 0)).json()).toEqual({ count: 1 });
    expect((await me.read(results[2]?.id ?? 0)).json()).toEqual({ count: 1 });
    expect(await me.unread()).toBe(1);
  });

  test("is counted apart from an older member in the same moment", async () => {
    const [newcomer, older] = [await joinBetween(), await member()];
    expect(await Promise.all([newcomer.unread(), older.unread(), newcomer.unread()])).toEqual([2, 3, 2]);
  });
});

describe("marking every notice as read", () => {
  test("empties the member's count and no other's, however often", async () => {
    for (let made = 0; made < 12; made++) await createNotice(t.db, t.clock);
    const [me, other] = [await member(), await member()];
    const answers = await Promise.all([me.readAll(), me.readAll(), me.readAll()]);
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      answers.map(() => [200, JSON.stringify({ count: 0 })]),
    );
    expect(await me.unread()).toBe(0);
    expect((await me.page("?page=2")).results.every(({ is_read }) => is_read)).toBe(true);
    expect(await other.unread()).toBe(12);
  });

  test("leaves scheduled notices and later ones unread", async () => {
    await createNotice(t.db, t.clock, { published_at: t.clock.daysAgo(-1) });
    const me = await member();
    await me.readAll();
    await createNotice(t.db, t.clock);
    expect(await me.unread()).toBe(1);
  });
});
