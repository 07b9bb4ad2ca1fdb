import { contract } from "@manabiya/contract";
import { staff } from "@manabiya/contract/staff.ts";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { accountCalls, PASSWORD } from "../testing/account-calls.ts";
import { useTestApp } from "../testing/test-app.ts";

const t = useTestApp();
const { member } = accountCalls(t);
let app: Awaited<ReturnType<typeof createApp>>;
const lines: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  app = await createApp({ ...t.parts, logger });
});
afterAll(() => app.close());
beforeEach(() => void lines.splice(0));

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const login = (email: string, password: string) =>
  app.inject({ method: "POST", url: contract.auth.login.url, payload: { email, password } });

test("logins that succeed and fail are logged, with when and what, and nothing of what was typed", async () => {
  const { email } = await member();
  await login(email, PASSWORD);
  await login(email, "not the password");
  expect(logged()).toEqual(
    [200, 401].map((status) =>
      expect.objectContaining({
        time: expect.any(Number),
        request: expect.any(String),
        method: "POST",
        route: contract.auth.login.url,
        status,
      }),
    ),
  );
  for (const secret of [email, PASSWORD, "not the password"]) expect(lines.join("")).not.toContain(secret);
});

test("who is refused is logged by number", async () => {
  const { id } = await member();
  await app.inject({ url: staff.dashboard.get.url, headers: await t.as(id) });
  await app.inject({ url: contract.home.get.url });
  expect(logged()).toMatchObject([
    { route: staff.dashboard.get.url, status: 403, user: id },
    { route: contract.home.get.url, status: 401, user: null },
  ]);
});

test("what members watch is not logged", async () => {
  const headers = await t.as((await member()).id);
  await app.inject({ url: contract.home.get.url, headers });
  expect(lines).toEqual([]);
});

test("a line break in an address makes no second line", async () => {
  await app.inject({ url: "/api/videos/a%0A%7B%22level%22:60%7D/" });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain("\n");
});
