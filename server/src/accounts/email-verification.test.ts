import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../test/testing/account-calls.ts";
import { mailsTo, resetTokenOf } from "../../test/testing/mails.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member: anyMember, requestReset, confirmReset } = accountCalls(t);
const member = () => anyMember({ email_verified_at: null });
const { emailVerification } = contract;

type Headers = { authorization: string };

const verify = (token: string) => call("POST", emailVerification.confirm.url, { payload: { token } });
const send = (headers: Headers, address?: string) =>
  call("POST", emailVerification.send.url, { headers, ...(address !== undefined && { address }) });
const verifiedAt = async (headers: Headers): Promise<string | null> =>
  (await call("GET", contract.profile.get.url, { headers })).json().email_verified_at;

/** The tokens mailed to an address, the newest last. */
async function tokensOf(email: string): Promise<string[]> {
  const texts = (await mailsTo(t.db, email)).map(({ text }) => text);
  return texts.flatMap((text) => /\/verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}

async function linkOf(email: string): Promise<string> {
  const token = (await tokensOf(email)).at(-1);
  if (token === undefined) throw new Error(`no link was mailed to ${email}`);
  return token;
}

test("the link of a signup verifies the address, a repetition says so, and members can use everything before", async () => {
  const email = "unverified@example.com";
  const account = { username: "新人", email, password: PASSWORD, password2: PASSWORD, agreedToTerms: true };
  const signedUp = await call("POST", contract.auth.signup.url, {
    payload: { ...account, subscription_status: "trial" },
  });
  const headers = { authorization: `Bearer ${signedUp.json().token.access}` };
  expect(await verifiedAt(headers)).toBeNull();
  expect((await call("GET", contract.home.get.url, { headers })).statusCode).toBe(200);
  const token = await linkOf(email);
  expect((await verify(token)).json()).toEqual({ message: "メールアドレスを確認しました。" });
  expect(await verifiedAt(headers)).toBe(new Date(t.clock.now()).toISOString());
  const since = await verifiedAt(headers);
  t.clock.advance({ minutes: 5 });
  for (let time = 0; time < 2; time++) {
    const again = await verify(token);
    expect([again.statusCode, again.json().message]).toEqual([200, "メールアドレスは確認済みです。"]);
  }
  expect(await verifiedAt(headers)).toBe(since);
});

test("a link expires after three days, and a new one voids older links", async () => {
  const user = await member();
  let headers = await t.as(user.id);
  await send(headers);
  const first = await linkOf(user.email);
  await send(headers);
  expect((await verify(first)).statusCode).toBe(400);
  const second = await linkOf(user.email);
  t.clock.advance({ days: 3, seconds: 1 });
  expect((await verify(second)).statusCode).toBe(400);
  headers = await t.as(user.id);
  await send(headers);
  expect((await verify(await linkOf(user.email))).statusCode).toBe(200);
  expect(await verifiedAt(headers)).not.toBeNull();
});

test("sends five mails a day from one network, and none to a verified address", async () => {
  const user = await member();
  const headers = await t.as(user.id);
  const statuses = [];
  for (let time = 0; time < 6; time++) statuses.push((await send(headers, "192.0.2.5")).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await verify(await linkOf(user.email));
  expect((await send(headers)).json().message).toBe("メールアドレスは確認済みです。");
  expect(await tokensOf(user.email)).toHaveLength(5);
});

test("a changed address is unverified and gets a new link, and the old address's link stops working", async () => {
  const user = await member();
  const headers = await t.as(user.id);
  await send(headers);
  const old = await linkOf(user.email);
  const email = `moved-${user.email}`;
  await call("PUT", contract.profile.update.url, { headers, payload: { username: user.username, email } });
  expect((await verify(old)).statusCode).toBe(400);
  expect(await verifiedAt(headers)).toBeNull();
  expect((await verify(await linkOf(email))).statusCode).toBe(200);
  const unchanged = { username: "別の名前", email };
  await call("PUT", contract.profile.update.url, { headers, payload: unchanged });
  expect(await verifiedAt(headers), "a new name changes nothing about the address").not.toBeNull();
});

test("setting a new password by mail verifies the address", async () => {
  const user = await member();
  await requestReset(user.email);
  await confirmReset(await resetTokenOf(t.db, user.email));
  expect(await verifiedAt(await t.as(user.id))).not.toBeNull();
});

test("the database holds no token of a link", async () => {
  const user = await member();
  await send(await t.as(user.id));
  const { rows } = await t.db.query<{ token_hash: string }>({
    text: `select token_hash from email_verifications where user_id = ${user.id}`,
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.token_hash).not.toBe(await linkOf(user.email));
});
