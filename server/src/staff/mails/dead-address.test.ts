import { contract } from "@manabiya/contract";
import type { MailChoices } from "@manabiya/contract/accounts/mail-choices.ts";
import type { FailedMail } from "@manabiya/contract/staff/mails.ts";
import type { Member, MemberDetail } from "@manabiya/contract/staff/members.ts";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { accountCalls } from "../../../test/testing/account-calls.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { startMailServer, type TestMailServer } from "../../../test/testing/smtp-server.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { type MailSender, startMailSender } from "../../mail/sender.ts";
import { createSmtpTransport } from "../../mail/transport.ts";
import { measureDatabase } from "../../runtime/measure-database.ts";

const SOON = { timeout: 10_000 };
const SILENT = pino({ level: "silent" });
const { adminMails, adminMemberDesk: desk, adminMembers } = contract;
const reason = "本人からの連絡";

/** Addresses that the server refuses, with its answer. */
const refused = new Map<string, string>();
let server: TestMailServer;
let sender: MailSender;
const t = useTestApp({ wakeMailSender: () => sender.wake() });
const { call, member, requestReset } = accountCalls(t);

beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: ({ address }, _session, callback) => {
      const answer = refused.get(address);
      if (answer === undefined) return callback();
      callback(Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }));
    },
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  const transport = createSmtpTransport(server.url, { name: "学び舎", address: "no-reply@manabiya.example" });
  sender = startMailSender({ db: t.db, transport, now: t.clock.now, log: SILENT });
  await t.db.query({ text: "delete from mail_outbox" });
  t.clock.advance({ days: 1, minutes: 1 });
});
afterEach(async () => {
  await sender.stop();
  server.taken.length = 0;
  refused.clear();
});

const staffOf = () => staffCalls(t).withRights({ may_see_members: true });
const attempted = (email: string) =>
  expect.poll(async () => (await mailsTo(t.db, email))[0]?.last_error ?? null, SOON).not.toBeNull();

/** A member whose address was just found to be dead, by a mail. */
async function deadMember() {
  const found = await member();
  refused.set(found.email, "550 5.1.1 no such user");
  await requestReset(found.email);
  await attempted(found.email);
  return found;
}

test("a dead address ends its mail at once, and is no outage", async () => {
  const metrics = measureDatabase(t.db, t.clock.now, SILENT);
  const other = await member();
  const { id, email } = await deadMember();
  t.clock.advance({ days: 2 });
  sender.wake();
  const [mail] = await mailsTo(t.db, email);
  const last_error = "Can't send mail - all recipients were rejected: 550 5.1.1 no such user";
  expect(mail).toMatchObject({ attempts: 1, refused_code: "5.1.1", sent_at: null, last_error });
  const text = await metrics();
  for (const name of ["mails_waiting", "mails_oldest_seconds", "mails_given_up"]) {
    expect(text).toContain(`\nmanabiya_${name} 0\n`);
  }
  expect(text).toContain("\nmanabiya_mails_refused 1\n");
  expect(await selectRows(t.db, "mail_preferences", { user_id: id })).toMatchObject([
    { undeliverable_email: email, undeliverable_code: "5.1.1" },
  ]);
  expect(await selectRows(t.db, "mail_preferences", { user_id: other.id })).toEqual([]);
});

test.each(["550 5.7.1 relay access denied", "450 4.2.0 later", "552 5.2.2 mailbox full"])(
  "%s is tried again, and stops nothing",
  async (answer) => {
    const { id, email } = await member();
    refused.set(email, answer);
    await requestReset(email);
    await attempted(email);
    refused.clear();
    t.clock.advance({ seconds: 5 });
    sender.wake();
    await expect.poll(async () => (await mailsTo(t.db, email))[0]?.sent_at ?? null, SOON).not.toBeNull();
    expect(await selectRows(t.db, "mail_preferences", { user_id: id })).toEqual([]);
  },
);

test("no further mail goes to a dead address, and nobody is told that one was sent", async () => {
  const me = await staffOf();
  const { id, email } = await deadMember();
  expect((await requestReset(email)).statusCode).toBe(200);
  expect((await me.call(desk.sendPasswordReset, { id }, { reason })).json()).toMatchObject({ type: "undeliverable" });
  const ended = await me.call(desk.invalidatePassword, { id }, { reason });
  expect([ended.statusCode, ended.json().message]).toEqual([
    400,
    expect.stringContaining("届かないため送信していません"),
  ]);
  expect((await selectRows(t.db, "users", { id }))[0]?.password_hash).toMatch(/^!/);
  await t.db.query({ text: "update users set email_verified_at = null where id = $1", values: [id] });
  const headers = await t.as(id);
  const verification = await call("POST", contract.emailVerification.send.url, { headers });
  expect(verification.json()).toMatchObject({ type: "undeliverable" });
  expect(await mailsTo(t.db, email)).toHaveLength(1);
});

test("the member's pages can say it, and another address ends it", async () => {
  const { id, email } = await deadMember();
  const headers = await t.as(id);
  const isUndeliverable = async () =>
    (await call("GET", contract.choices.get.url, { headers })).json<MailChoices>().undeliverable_since !== null;
  expect(await isUndeliverable()).toBe(true);
  const payload = { username: "本人", email: `right-${email}` };
  expect((await call("PUT", contract.profile.update.url, { headers, payload })).statusCode).toBe(200);
  expect(await isUndeliverable()).toBe(false);
  await expect.poll(() => server.taken.map(({ envelope }) => envelope.to), SOON).toEqual([[payload.email]]);
});

test("staff find the member, correct the address, and the same mail arrives there", async () => {
  const me = await staffOf();
  const { id, email } = await deadMember();
  const listed = await me.get(`${adminMembers.list.url}?status=undeliverable`);
  expect(listed.json<{ results: Member[] }>().results.map((found) => found.id)).toContain(id);
  const detail = (await me.call(adminMembers.get, { id })).json<MemberDetail>();
  expect(detail.undeliverable).toEqual({ since: t.clock.daysAgo(0), code: "5.1.1" });
  const [mail] = (await me.call(adminMails.failed)).json<FailedMail[]>();
  expect(mail).toMatchObject({ recipient: email, refused_code: "5.1.1", member_id: id, next_attempt_at: null });
  const corrected = `new-${email}`;
  await t.db.query({ text: "update users set email = $1 where id = $2", values: [corrected, id] });
  await me.call(adminMails.retry, { id: mail?.id ?? 0 });
  await expect.poll(() => server.taken.map(({ envelope }) => envelope.to), SOON).toEqual([[corrected]]);
  expect((await me.call(adminMembers.get, { id })).json<MemberDetail>().undeliverable).toBeNull();
});

test("staff discard a mail, or send to the address again", async () => {
  const me = await staffOf();
  const { id, email } = await deadMember();
  const [mail] = (await me.call(adminMails.failed)).json<FailedMail[]>();
  expect((await me.call(adminMails.discard, { id: mail?.id ?? 0 })).statusCode).toBe(200);
  expect((await me.call(adminMails.discard, { id: mail?.id ?? 0 })).statusCode).toBe(404);
  expect(await mailsTo(t.db, email)).toEqual([]);
  refused.clear();
  expect((await me.call(desk.resumeMails, { id }, { reason })).json<MemberDetail>().undeliverable).toBeNull();
  expect((await me.call(desk.resumeMails, { id }, { reason })).statusCode).toBe(400);
  await requestReset(email);
  await expect.poll(() => server.taken.map(({ envelope }) => envelope.to), SOON).toEqual([[email]]);
  const log = await selectRows(t.db, "audit_log", { user_id: me.user.id });
  expect(log.map(({ action }) => action)).toEqual(["mail.discard", "member.resume_mails"]);
});
