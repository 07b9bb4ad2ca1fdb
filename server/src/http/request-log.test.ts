import { contract } from "@manabiya/contract";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { accountCalls, PASSWORD } from "../../test/testing/account-calls.ts";
import { secondFactorCalls } from "../../test/testing/second-factor.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { member } = accounts;
const { turnOn, codeOf } = secondFactorCalls(t, accounts);
let app: Awaited<ReturnType<typeof createApp>>;
const lines: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  app = await createApp({ ...t.deps, logger });
});
afterAll(() => app.close());
beforeEach(() => void lines.splice(0));

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const login = (email: string, password: string) =>
  app.inject({ method: "POST", url: contract.auth.login.url, payload: { email, password } });

test("logs successful and failed logins with time and account id, without the typed values", async () => {
  const { id: account, email } = await member();
  await login(email, PASSWORD);
  await login(email, "not the password");
  await login("nobody@example.com", "not the password");
  const tried = { account, factor: "password" };
  const line = {
    time: expect.any(Number),
    request: expect.any(String),
    method: "POST",
    route: contract.auth.login.url,
  };
  expect(logged()).toEqual([
    expect.objectContaining({ ...line, ...tried, status: 200 }),
    expect.objectContaining({ ...line, ...tried, status: 401 }),
    expect.objectContaining({ ...line, status: 401 }),
  ]);
  expect(logged()[2]).not.toHaveProperty("account");
  for (const secret of [email, PASSWORD, "not the password"]) expect(lines.join("")).not.toContain(secret);
});

test("logs which kind of code completed a login, and a wrong code", async () => {
  const { id: account, email } = await member();
  const { secret, codes } = await turnOn(await t.as(account));
  const [recoveryCode = ""] = codes;
  for (const code of ["000000", recoveryCode, codeOf(secret)]) {
    const { ticket } = (await login(email, PASSWORD)).json<{ ticket: string }>();
    const url = contract.secondFactor.logIn.url;
    await app.inject({ method: "POST", url, payload: { ticket, code } });
  }
  expect(logged().filter(({ factor }) => factor !== "password")).toMatchObject([
    { account, factor: "code", status: 400 },
    { account, factor: "recovery", status: 200 },
    { account, factor: "totp", status: 200 },
  ]);
  for (const secretText of [secret, ...codes]) expect(lines.join("")).not.toContain(secretText);
});

test("logs refused requests with the user's id", async () => {
  const { id } = await member();
  await app.inject({ url: contract.dashboard.get.url, headers: await t.as(id) });
  await app.inject({ url: contract.home.get.url });
  expect(logged()).toMatchObject([
    { route: contract.dashboard.get.url, status: 403, user: id },
    { route: contract.home.get.url, status: 401, user: null },
  ]);
});

test("does not log which pages and videos members open", async () => {
  const headers = await t.as((await member()).id);
  await app.inject({ url: contract.home.get.url, headers });
  expect(lines).toEqual([]);
});

test("does not let a line break in a URL forge a log line", async () => {
  await app.inject({ url: "/api/videos/a%0A%7B%22level%22:60%7D/" });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain("\n");
});
