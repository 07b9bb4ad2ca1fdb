import { type Route, contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { createUser } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

/** Divides the limits, and a process answers as many. */
const BATCH = 60;
/** Suggestions come while a member types. */
const maxOf = (url: string) => (url === contract.suggestions.list.url ? 600 : 120);

const searches = Object.values<Record<string, Route>>(contract)
  .flatMap((area) => Object.values(area))
  .filter(({ schema }) => Object.hasOwn((schema.querystring as { shape?: object } | undefined)?.shape ?? {}, "q"));

const searcher = async () => {
  const { id } = await createUser(t.db, t.clock, { is_staff: true, is_superuser: true });
  const headers = await t.as(id);
  return (url: string, q: string) => t.app.inject({ url: `${url}?q=${encodeURIComponent(q)}`, headers });
};

test("members' and staff's searches are found", () => {
  const urls = searches.map(({ url }) => url);
  expect(urls).toEqual(expect.arrayContaining([contract.search.videos.url, contract.adminMembers.list.url]));
});

describe.each(searches.map(({ url, config }) => ({ url, config })))("$url", ({ url, config }) => {
  test("refuses one search more than a member may make in a minute, and nobody else's", async () => {
    const [member, other] = [await searcher(), await searcher()];
    for (let made = 0; made < maxOf(url); made += BATCH) {
      const answers = await Promise.all(Array.from({ length: BATCH }, () => member(url, "言葉")));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    }
    const refused = await member(url, "言葉");
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error).toContain("検索を一時的に停止しています");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await member(url, "")).statusCode, "a list without a search term").toBe(200);
    expect((await other(url, "言葉")).statusCode).toBe(200);
    t.clock.advance({ minutes: 1 });
    expect((await member(url, "言葉")).statusCode).toBe(200);
  });

  test("names the limit in the API's reference", () => {
    expect(config.errors).toContain(429);
  });

  test("counts a search without a statement", async () => {
    const member = await searcher();
    await member(url, "数える");
    t.queries.count = 0;
    await member(url, "数える");
    const counted = t.queries.count;
    t.queries.count = 0;
    await member(url, "");
    expect(counted).toBeLessThanOrEqual(t.queries.count + 2);
  });
});
