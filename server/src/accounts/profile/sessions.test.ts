import { contract } from "@manabiya/contract";
import type { AccountSession } from "@manabiya/contract/accounts/profile.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { accountCalls } from "../../../test/testing/account-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member, login, isSignedIn } = accountCalls(t);

type Headers = { authorization: string };

const list = async (headers: Headers): Promise<AccountSession[]> =>
  (await call("GET", contract.profile.sessions.url, { headers })).json();

const end = (headers: Headers, id: string) =>
  call("DELETE", contract.profile.endSession.url.replace(":id", id), { headers });

async function loggedIn(email: string, address: string): Promise<Headers> {
  const { token } = (await login(email, undefined, address)).json();
  return { authorization: `Bearer ${token.access}` };
}

test("lists each login with address and time, the current one first", async () => {
  const { email } = await member();
  const start = new Date(t.clock.now()).toISOString();
  await loggedIn(email, "192.0.2.1");
  t.clock.advance({ minutes: 1 });
  await loggedIn(email, "2001:db8::2");
  const headers = await loggedIn(email, "192.0.2.3");
  t.clock.advance({ minutes: 1 });
  const sessions = await list(headers);
  expect(sessions.map(({ address, is_current }) => [address, is_current])).toEqual([
    ["192.0.2.3", true],
    ["2001:db8::2", false],
    ["192.0.2.1", false],
  ]);
  expect(sessions.at(-1)).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    created_at: start,
    last_used_at: start,
    address: "192.0.2.1",
    user_agent: "lightMyRequest",
    is_current: false,
    provider: null,
  });
});

test("lists neither revoked nor expired sessions nor those of other members", async () => {
  const [mine, other] = [await member(), await member()];
  await loggedIn(mine.email, "192.0.2.1");
  await loggedIn(other.email, "192.0.2.9");
  t.clock.advance({ days: 30 });
  const [ended, headers] = [await t.as(mine.id), await t.as(mine.id)];
  const id = (await list(ended)).find(({ is_current }) => is_current)?.id ?? "";
  expect((await end(headers, id)).statusCode).toBe(200);
  expect(await list(headers)).toHaveLength(1);
});

describe("ending sessions", () => {
  test("one session ends it and no other", async () => {
    const { id } = await member();
    const [here, there, elsewhere] = [await t.as(id), await t.as(id), await t.as(id)];
    const [target] = await list(there);
    const response = await end(here, target?.id ?? "");
    expect(response.json()).toEqual({ message: "端末からログアウトしました。" });
    expect(await Promise.all([here, there, elsewhere].map(isSignedIn))).toEqual([true, false, true]);
    expect((await end(here, target?.id ?? "")).statusCode).toBe(404);
  });

  test("returns 404 for another member's session, an unknown one and a malformed id, and ends none", async () => {
    const [mine, other] = [await member(), await member()];
    const [me, them] = [await t.as(mine.id), await t.as(other.id)];
    const [theirs] = await list(them);
    for (const id of [theirs?.id ?? "", randomUUID(), "1", "%00", "not-an-id"]) {
      const response = await end(me, id);
      expect(response.statusCode).toBe(404);
      expect(response.json().type).toBe("not_found");
    }
    expect(await isSignedIn(them)).toBe(true);
  });

  test("all others ends neither this one nor those of other members", async () => {
    const [mine, other] = [await member(), await member()];
    const [here, there, elsewhere] = [await t.as(mine.id), await t.as(mine.id), await t.as(mine.id)];
    const them = await t.as(other.id);
    const response = await call("DELETE", contract.profile.endOtherSessions.url, { headers: here });
    expect(response.json()).toEqual({ message: "ほかのすべての端末からログアウトしました。" });
    expect(await Promise.all([here, there, elsewhere, them].map(isSignedIn))).toEqual([true, false, false, true]);
    expect(await list(here)).toHaveLength(1);
  });

  test("an ended session's refresh token stops working", async () => {
    const { id, email } = await member();
    const { token } = (await login(email)).json();
    await call("DELETE", contract.profile.endOtherSessions.url, { headers: await t.as(id) });
    const payload = { refresh: token.refresh };
    expect((await call("POST", contract.auth.refresh.url, { payload })).statusCode).toBe(401);
  });
});
