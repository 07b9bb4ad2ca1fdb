import { contract } from "@manabiya/contract";
import type { Tools } from "@manabiya/contract/webhooks/tools.ts";
import { beforeEach, expect, test } from "vitest";
import { accountCalls } from "../../test/testing/account-calls.ts";
import { createUser } from "../../test/testing/factories.ts";
import { mailsTo } from "../../test/testing/mails.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { LIMITS } from "../limits/declared-limits.ts";
import { endPower } from "../staff/colleagues/end-power.ts";

const t = useTestApp();
const { addKey: create, read: list, revokeKey: revoke } = contract.adminTools;
let superuser: number;

beforeEach(async () => {
  superuser = (await createUser(t.db, t.clock, { is_superuser: true, is_staff: true, username: "校長" })).id;
});

async function call({ method, url }: { method: string; url: string }, payload?: object) {
  const headers = await t.as(superuser);
  return t.app.inject({ method: method as "POST", url, headers, ...(payload && { payload }) });
}

async function makeKey(scope: string): Promise<string> {
  const response = await call(create, { name: "表計算ソフト", scope });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Tools>().secret ?? "";
}

const figures = (key: string) =>
  t.app.inject({ url: `${contract.figures.members.url}?days=7`, headers: { authorization: `Bearer ${key}` } });

test("a key is shown once, is stored as its hash, says when it was last used, and ends when it is revoked", async () => {
  const key = await makeKey("figures");
  expect(key).toMatch(/^mk_[\w-]{43}$/);
  expect((await figures(key)).statusCode).toBe(200);
  const [listed] = (await call(list)).json<Tools>().keys;
  expect(listed).toMatchObject({
    ...{ name: "表計算ソフト", scope: "figures", username: "校長" },
    last_used_at: new Date(t.clock.now()).toISOString(),
  });
  const stored = JSON.stringify([await selectRows(t.db, "api_keys"), await selectRows(t.db, "audit_log")]);
  expect(stored).not.toContain(key);
  expect((await call({ ...revoke, url: revoke.url.replace(":id", String(listed?.id)) })).statusCode).toBe(200);
  expect((await figures(key)).statusCode).toBe(401);
  const log = (await selectRows(t.db, "audit_log")).map(({ action }) => action);
  expect(log).toEqual(["api_key.create", "api_key.delete"]);
});

test("a key reads the list of members with its reason in the log, as the superuser who made it", async () => {
  const headers = { authorization: `Bearer ${await makeKey("members")}` };
  const { url } = contract.adminMemberDesk.csv;
  const payload = { q: "", status: "all", reason: "会員の集計" };
  const response = await t.app.inject({ method: "POST", url, headers, payload });
  expect(response.json()).toMatchObject({ csv: expect.stringContaining("@example.com"), count: expect.any(Number) });
  const [entry] = (await selectRows(t.db, "audit_log")).slice(-1);
  expect(entry).toMatchObject({ action: "member_list.export", user_id: superuser, reason: "会員の集計" });
});

test("keys end when their maker's password is set by mail, which the log and a mail tell", async () => {
  const key = await makeKey("figures");
  const { requestReset, confirmReset } = accountCalls(t);
  await t.db.query({ text: "update users set email_verified_at = created_at" });
  const email = String((await selectRows(t.db, "users", { id: superuser }))[0]?.["email"]);
  await requestReset(email);
  const lastMail = async () => (await mailsTo(t.db, email)).at(-1)?.text ?? "";
  expect((await confirmReset(/token=([\w-]+)/.exec(await lastMail())?.[1] ?? "")).statusCode).toBe(200);
  expect((await figures(key)).statusCode).toBe(401);
  const entries = await selectRows(t.db, "audit_log", { user_id: superuser });
  expect(entries.map(({ action }) => action)).toEqual(["api_key.create", "api_key.delete"]);
  expect(await lastMail()).toContain("APIキーは使えなくなりました");
});

test("keys end with the rights of their maker, and have a limit", async () => {
  const key = await makeKey("figures");
  const [{ max }] = LIMITS.apiKey.rungs;
  for (let count = 0; count < max; count++) expect((await figures(key)).statusCode).toBe(200);
  expect((await figures(key)).statusCode).toBe(429);
  t.clock.advance({ minutes: 61 });
  expect((await figures(key)).statusCode).toBe(200);
  await t.db.transaction((tx) => endPower(tx, superuser, t.clock.now()));
  expect((await figures(key)).statusCode).toBe(401);
  expect(await selectRows(t.db, "api_keys", { user_id: superuser })).toEqual([]);
});
