import { contract } from "@manabiya/contract";
import type { Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { beforeEach, expect, test } from "vitest";
import { clientAddress } from "../../test/testing/client-address.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { staffCalls } from "../../test/testing/staff-calls.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { deleteExpired } from "../personal-data/delete-expired.ts";

const t = useTestApp();
let callers = 0;

beforeEach(async () => {
  await t.db.query({ text: "truncate browser_errors, rate_limits" });
});

const ERROR = { page: "/video/12", release: "Bx3kd9_a", message: "TypeError: x is undefined" };

/** Each from a network of its own, unless one is given. */
async function report(
  error: Partial<typeof ERROR> & { source?: string } = {},
  remoteAddress = clientAddress(++callers),
) {
  const { url } = contract.browserErrors.report;
  return (await t.app.inject({ method: "POST", url, payload: { ...ERROR, ...error }, remoteAddress })).statusCode;
}

const stored = async () =>
  (await selectRows(t.db, "browser_errors")).map(({ page, message, count }) => ({ page, message, count }));

async function shown() {
  const me = await staffCalls(t).staff();
  return (await me.call(contract.dashboard.get)).json<Dashboard>().browser_errors;
}

test("staff see how often an error came, on which page and in which build, for seven days", async () => {
  expect(await shown()).toBeUndefined();
  for (let n = 0; n < 3; n++) expect(await report({ page: `/video/${n}?t=9` })).toBe(200);
  await report({ page: "/", message: "RangeError: Invalid time value" });
  const { message, release } = ERROR;
  const most = { page: "/video/:id", release, message, count: 3 };
  expect(await shown()).toEqual({
    count: 4,
    most: [most, { page: "/", release, message: "RangeError: Invalid time value", count: 1 }],
  });
  t.clock.advance({ days: 6 });
  expect(await shown()).toMatchObject({ count: 4 });
  t.clock.advance({ days: 1 });
  expect(await shown()).toBeUndefined();
  await deleteExpired(t.db, t.clock.now());
  expect(await stored()).toHaveLength(2);
  t.clock.advance({ days: 22 });
  await deleteExpired(t.db, t.clock.now());
  expect(await stored()).toEqual([]);
});

test.each([
  ["Cannot GET https://a.example/reset?token=abc", "Cannot GET …"],
  ["no user hanako@example.com here", "no user … here"],
  [`Unexpected token 'x', "<b>Hanako Yamada"... is not valid JSON`, "Unexpected token 'x', …... is not valid JSON"],
  [`Unexpected end, "Hanako Yam`, "Unexpected end, …"],
  ["山田花子さんの動画12本", "…0…"],
  ["card 4242 4242 4242 4242", "card 0 0 0 0"],
  ["bad token eyJhbGciOiJIUzI1NiJ9-abcdefgh", "bad token …"],
  ["Cannot read properties of null (reading 'focus')", "Cannot read properties of null (reading 'focus')"],
])("of %j only %j is stored", async (message, saved) => {
  await report({ message, page: "/staff-invitation/Hanako.1x/video/12" });
  expect(await stored()).toEqual([{ page: "/staff-invitation/:id/video/:id", message: saved, count: 1 }]);
});

test.each([
  { message: "Script error." },
  { message: "ResizeObserver loop completed with undelivered notifications." },
  { message: "TypeError: Failed to fetch" },
  { source: "Error: x\n at f (chrome-extension://abc/content.js:1:1)" },
  { source: "f@moz-extension://abc/content.js:1:1" },
])("noise such as %j is not kept", async (error) => {
  expect(await report(error)).toBe(200);
  expect(await stored()).toEqual([]);
});

test("a network reports a few, and all together fill fifty rows a day", async () => {
  const answers = [];
  for (let n = 0; n < 31; n++) answers.push(await report({}, clientAddress(0)));
  expect(answers.filter((status) => status === 200)).toHaveLength(30);
  expect(answers.at(-1)).toBe(429);
  const letter = (n: number) => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26));
  for (let n = 0; n < 55; n++) await report({ message: `Error ${letter(n)}` });
  expect(await stored()).toHaveLength(50);
  // A known error is counted on.
  await report();
  expect((await stored()).find(({ message }) => message === ERROR.message)?.count).toBe(31);
  t.clock.advance({ days: 1 });
  await report({ message: "Error of the next day" });
  expect(await stored()).toHaveLength(51);
});
