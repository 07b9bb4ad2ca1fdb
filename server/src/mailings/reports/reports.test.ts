import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUser } from "../../../test/testing/factories.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { createApp } from "../../app.ts";
import { readReport } from "./read-report.ts";

const SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef";
const t = useTestApp();
let app: Awaited<ReturnType<typeof createApp>>;

beforeEach(async () => {
  app = await createApp({ ...t.deps, mailReportsSecret: SECRET });
});
afterEach(async () => {
  await app.close();
  vi.restoreAllMocks();
});

const post = (payload: string, { secret = SECRET, type = "application/json", to = app } = {}) =>
  to.inject({ method: "POST", url: `/api/mail-reports/${secret}/`, payload, headers: { "content-type": type } });

const ses = (kind: object) => ({ mail: { messageId: "1", headers: [] }, ...kind });
const sns = (message: object) => ({ Type: "Notification", MessageId: "2", Message: JSON.stringify(message) });
const bounce = (bounceType: string, status?: string) => ({
  notificationType: "Bounce",
  bounce: {
    bounceType,
    bounceSubType: "General",
    bouncedRecipients: [{ emailAddress: "gone@example.com", action: "failed", ...(status && { status }) }],
  },
});
const complaint = (complaintFeedbackType: string) => ({
  eventType: "Complaint",
  complaint: { complainedRecipients: [{ emailAddress: "gone@example.com" }], complaintFeedbackType },
});
const postmark = (RecordType: string, Type: string) => ({ RecordType, Type, TypeCode: 1, Email: "gone@example.com" });
const sendGrid = (event: object) => [
  { email: "other@example.com", event: "delivered" },
  { email: "gone@example.com", ...event },
];

test.each<[string, object, string | null]>([
  ["SES: a final bounce by SNS", sns(ses(bounce("Permanent", "5.1.1"))), "5.1.1"],
  ["SES: a final bounce without SNS's envelope", ses(bounce("Permanent")), "bounce"],
  ["SES: the receiver's rule", sns(ses(bounce("Permanent", "5.7.1"))), null],
  ["SES: a bounce for now", sns(ses(bounce("Transient", "5.1.1"))), null],
  ["SES: a complaint", sns(ses(complaint("abuse"))), "complaint"],
  ["SES: no spam after all", sns(ses(complaint("not-spam"))), null],
  ["Postmark: a hard bounce", postmark("Bounce", "HardBounce"), "bounce"],
  ["Postmark: a bad address", postmark("Bounce", "BadEmailAddress"), "bounce"],
  ["Postmark: a soft bounce", postmark("Bounce", "SoftBounce"), null],
  ["Postmark: a complaint", postmark("SpamComplaint", "SpamComplaint"), "complaint"],
  ["SendGrid: a bounce", sendGrid({ event: "bounce", type: "bounce", status: "5.1.1" }), "5.1.1"],
  ["SendGrid: a full mailbox", sendGrid({ event: "bounce", type: "bounce", status: "5.2.2" }), null],
  ["SendGrid: a refusal for now", sendGrid({ event: "bounce", type: "blocked", status: "5.1.1" }), null],
  ["SendGrid: its own list", sendGrid({ event: "dropped", reason: "Bounced Address" }), "bounce"],
  [
    "SendGrid: dropped for another reason",
    sendGrid({ event: "dropped", reason: "Recipient List over Package Quota" }),
    null,
  ],
  ["SendGrid: a complaint", sendGrid({ event: "spamreport" }), "complaint"],
])("%s", async (_what, report, code) => {
  await t.db.query({ text: "delete from users" });
  const { id } = await createUser(t.db, t.clock, { email: "gone@example.com" });
  await createUser(t.db, t.clock, { email: "other@example.com" });
  const response = await post(JSON.stringify(report), { type: "text/plain; charset=UTF-8" });
  expect(response.json()).toEqual({ marked: code === null ? 0 : 1 });
  const marked = await selectRows(t.db, "mail_preferences");
  const row = { user_id: id, undeliverable_email: "gone@example.com", undeliverable_code: code };
  expect(marked).toMatchObject(code === null ? [] : [row]);
});

test("finds the account however the provider writes the address, and no other", async () => {
  await createUser(t.db, t.clock, { email: "letters@example.com" });
  const report = (Email: string) => post(JSON.stringify({ ...postmark("Bounce", "HardBounce"), Email }));
  expect((await report("Letters@Example.com")).json()).toEqual({ marked: 1 });
  expect((await report("nobody@example.com")).json()).toEqual({ marked: 0 });
  expect((await report("no address")).json()).toEqual({ marked: 0 });
});

test("marks the accounts of many bounces, one of which is reported twice", async () => {
  const emails = ["one@example.com", "two@example.com", "three@example.com"];
  for (const email of emails) await createUser(t.db, t.clock, { email });
  const gone = ["one@example.com", "two@example.com", "two@example.com"];
  const events = gone.map((email) => ({ email, event: "bounce", type: "bounce", status: "5.1.1" }));
  expect((await post(JSON.stringify(events))).json()).toEqual({ marked: 2 });
  const marked = (await selectRows(t.db, "mail_preferences")).map((row) => row.undeliverable_email);
  expect(marked).toEqual(expect.arrayContaining(["one@example.com", "two@example.com"]));
  expect(marked).not.toContain("three@example.com");
});

test("takes nothing without the secret, and nothing at all while none is set", async () => {
  const report = JSON.stringify(postmark("Bounce", "HardBounce"));
  for (const secret of [SECRET.replace("0", "1"), "x", "あ".repeat(SECRET.length)]) {
    expect((await post(report, { secret: encodeURIComponent(secret) })).statusCode).toBe(404);
  }
  expect((await post(report, { to: t.app })).statusCode).toBe(404);
});

test.each(["", "no JSON", "{}x", "null", '"text"', '{"Type":"Notification","Message":"no JSON"}'])(
  "refuses what no provider sends: %s",
  async (body) => {
    expect((await post(body, { type: "text/plain" })).statusCode).toBe(400);
  },
);

test("confirms a subscription of SNS at SNS alone", async () => {
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("ok"));
  const confirmation = (SubscribeURL: string) => JSON.stringify({ Type: "SubscriptionConfirmation", SubscribeURL });
  const good = "https://sns.ap-northeast-1.amazonaws.com/?Action=ConfirmSubscription&Token=1";
  expect((await post(confirmation(good), { type: "text/plain" })).statusCode).toBe(200);
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([new URL(good)]);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: "error" });
  for (const other of [
    "https://sns.ap-northeast-1.amazonaws.com.example.com/",
    "http://sns.ap-northeast-1.amazonaws.com/",
    "https://sns.ap-northeast-1.amazonaws.com:8443/",
    "https://example.com/?sns.ap-northeast-1.amazonaws.com",
    "https://sns.x@127.0.0.1/",
  ]) {
    expect(readReport(confirmation(other)), other).toBeNull();
  }
});
