import { contract } from "@manabiya/contract";
import type { AutomaticMail, NoticeMailState } from "@manabiya/contract/staff/mailings.ts";
import { beforeEach, expect, test } from "vitest";
import { createNotice, createVideo, createUser } from "../../../test/testing/factories.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";
import { listDueMailing } from "../../mailings/list-recipients.ts";

const t = useTestApp();
const { automatic, update, notice, send, stop, testNotice, test: testMail } = contract.adminMailings;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeEach(async () => {
  me = await staffCalls(t).staff();
});

const list = async () => (await me.get(automatic.url)).json<{ has_sender: boolean; mails: AutomaticMail[] }>();
const logged = async () => (await selectRows(t.db, "audit_log")).map(({ action }) => action);

test("automatic mails start switched off, are edited with a revision, and their occasions count from the switch", async () => {
  const before = await list();
  expect(before.has_sender).toBe(true);
  expect(before.mails.map(({ key, is_on }) => [key, is_on])).toEqual([
    ["welcome", false],
    ["trial_ending", false],
    ["trial_ended", false],
    ["digest", false],
  ]);
  const [{ id, revision } = expect.fail()] = before.mails;
  const body = { is_on: true, subject: "ようこそ", body: "一行目\n\n二行目", revision };
  const after = (await me.call(update, { id }, body)).json<AutomaticMail>();
  expect(after).toMatchObject({ is_on: true, subject: "ようこそ", revision: revision + 1 });
  const [row] = await selectRows(t.db, "mailings", { id });
  expect(row?.send_at).toBe(t.clock.daysAgo(0));
  const stale = await me.call(update, { id }, { ...body, subject: "ほか", revision });
  expect(stale.statusCode).toBe(409);
  expect(stale.json().current).toMatchObject({ subject: "ようこそ" });
  expect(await logged()).toEqual(["mailing.update"]);
});

test("a preview's address shows the mail for a quarter of an hour, and no longer than its session and right", async () => {
  const [ended] = (await list()).mails;
  const text = "update sessions set revoked_at = created_at where user_id = $1";
  await t.db.query({ text, values: [me.user.id] });
  expect((await t.app.inject({ url: ended?.preview_url ?? "" })).statusCode).toBe(404);
  me = await staffCalls(t).staff();
  const [mail] = (await list()).mails;
  const page = () => t.app.inject({ url: mail?.preview_url ?? "" });
  const response = await page();
  expect(response.body).toContain(mail?.subject);
  expect(response.body).toContain(SITE.ownerAddress);
  expect(response.headers["content-security-policy"]).toContain("sandbox");
  const setStaff = (is_staff: boolean) =>
    t.db.query({ text: "update users set is_staff = $1 where id = $2", values: [is_staff, me.user.id] });
  await setStaff(false);
  expect((await page()).statusCode).toBe(404);
  await setStaff(true);
  expect((await page()).statusCode).toBe(200);
  const video = await createVideo(t.db, t.clock, { title: "今週の動画", published_at: t.clock.daysAgo(6) });
  await createVideo(t.db, t.clock, { title: "先週の動画", published_at: t.clock.daysAgo(8) });
  const digest = (await t.app.inject({ url: (await list()).mails[3]?.preview_url ?? "" })).body;
  expect(digest).toContain("今週の動画");
  expect(digest).toContain(`/video/${video.id}`);
  expect(digest).not.toContain("先週の動画");
  t.clock.advance({ minutes: 15 });
  expect((await page()).statusCode).toBe(404);
  expect((await t.app.inject({ url: "/mail-preview?token=forged" })).statusCode).toBe(404);
});

test("a test goes to the caller alone", async () => {
  const [mail] = (await list()).mails;
  const { id } = await createNotice(t.db, t.clock, { notice_title: "題名" });
  expect((await me.call(testMail, { id: mail?.id ?? 0 })).statusCode).toBe(200);
  expect((await me.call(testNotice, { id })).json().message).toContain(me.user.email);
  const mails = await mailsTo(t.db, me.user.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^［テスト］/),
    "［テスト］【学び舎】題名",
  ]);
  expect((await me.call(testNotice, { id: 999_999 })).statusCode).toBe(404);
});

test("a notice goes by mail to one audience once: it may change until it begins, then only stop", async () => {
  const trial = { subscription_status: "trial" as const, email_verified_at: t.clock.daysAgo(1) };
  await createUser(t.db, t.clock, { ...trial, created_at: t.clock.daysAgo(1) });
  await createUser(t.db, t.clock, { ...trial, created_at: t.clock.daysAgo(20) });
  const { id } = await createNotice(t.db, t.clock, { notice_title: "題名" });
  const state = async () => (await me.get(notice.url.replace(":id", String(id)))).json<NoticeMailState>();
  expect(await state()).toMatchObject({ mail: null, rate: 600, has_sender: true });
  expect((await state()).members).toMatchObject({ trial: 1, ended: 1 });

  const later = t.clock.daysAgo(-1);
  const past = await me.call(send, { id }, { audience: "all", send_at: t.clock.daysAgo(0) });
  expect([past.statusCode, past.json().fields]).toEqual([
    400,
    { send_at: ["送信日時には、現在より後の日時を入力してください。"] },
  ]);
  expect((await me.call(send, { id }, { audience: "all", send_at: later })).json().mail.send_at).toBe(later);
  expect((await me.call(send, { id }, { audience: "ended", send_at: null })).json().mail).toMatchObject({
    audience: "ended",
    send_at: t.clock.daysAgo(0),
  });
  expect(await selectRows(t.db, "mailings", { notice_id: id })).toHaveLength(1);
  await listDueMailing(t.db, t.clock.now());
  expect((await state()).mail?.counts).toEqual({ waiting: 1, sent: 0, skipped: 0, failed: 0, unanswered: 0 });
  const again = await me.call(send, { id }, { audience: "all", send_at: null });
  expect([again.statusCode, again.json().type]).toEqual([400, "already_sent"]);
  expect((await me.call(stop, { id })).json().mail).toMatchObject({ send_at: null });
  expect((await logged()).slice(-3)).toEqual(["mailing.send", "mailing.send", "mailing.stop"]);
  expect((await me.call(send, { id: 999_999 }, { audience: "all" })).statusCode).toBe(404);
});
