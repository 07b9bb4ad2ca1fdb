import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { hasRight, type StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { expect, test } from "vitest";
import { CARDS, checkout, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { createUser } from "../../../test/testing/factories.ts";
import { memberCallBody, memberCalls } from "../../../test/testing/member-call-bodies.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { insertRow } from "../../db/insert-rows.ts";

const t = useBillingApp();
const { withRights, superuser } = staffCalls(t);
const { adminMemberDesk: desk } = contract;
const reason = "お問い合わせ 77 への対応";

/** The powers that a call can give, and the rights that each one is. */
const POWERS = {
  /** Knows the person, and decides whether the account may be used. */
  person: ["staff.members"],
  /** Knows or changes what somebody pays. */
  money: ["staff.money"],
  /** Can set a password, and so use everything that the account holds. */
  takeover: ["staff.members", "staff.money"],
  colleagues: ["superuser"],
} satisfies Record<string, StaffAccess[]>;
type Power = keyof typeof POWERS;

const ACCOUNTS = {
  "without a contract": { subscription_status: "inactive", email_verified_at: null },
  "with a verified address": { subscription_status: "canceled", email_verified_at: "2026-01-02T03:04:05Z" },
  "with a running contract": { subscription_status: "active", email_verified_at: null },
  "with a gift": {
    subscription_status: "inactive",
    email_verified_at: null,
    access_granted_until: "2028-01-01T00:00:00Z",
  },
  "with both": { subscription_status: "active", email_verified_at: "2026-01-02T03:04:05Z" },
} as const;
type Kind = keyof typeof ACCOUNTS;

const afterGift = (kind: Kind): Power[] => (kind === "with a gift" ? ["person", "money"] : ["person"]);

/** The powers that the result of each call gives. A new call fails the test until its powers are stated. */
const NEEDED: Record<string, Power[] | ((kind: Kind) => Power[])> = {
  "adminMembers.get": ["person"],
  // Its day lies before the end of the gift.
  "adminMembers.grantAccess": afterGift,
  "adminMembers.endAccess": afterGift,
  "adminMembers.setStaff": ["colleagues"],
  "adminMembers.endSessions": ["person"],
  "adminMemberDesk.timeline": ["person"],
  "adminMemberDesk.sendVerification": ["person"],
  "adminMemberDesk.sendPasswordReset": ["person"],
  "adminMemberDesk.invalidatePassword": ["person"],
  "adminMemberDesk.resumeMails": ["person"],
  "adminMemberDesk.changeEmail": (kind) => (kind === "without a contract" ? ["person"] : ["person", "takeover"]),
  "adminMemberDesk.suspend": ["person"],
  "adminMemberDesk.blockQuestions": ["person"],
  "adminMemberDesk.revokeCertificate": ["person"],
  "adminMemberDesk.export": ["person"],
  "adminMemberDesk.close": (kind) =>
    ACCOUNTS[kind].subscription_status === "active" ? ["person", "money"] : afterGift(kind),
  "adminMemberDesk.cancel": ["money"],
  "adminPayments.list": ["money"],
  "adminPayments.credit": ["money"],
  "adminPayments.refund": ["money"],
};

const redeem = (redeemed_by: number) =>
  insertRow(t.db, "gifts", {
    ...{ attempt_id: randomUUID(), months: 3, session_id: "cs_1", code: randomUUID(), redeemed_by },
    ...{ bought_at: t.clock.daysAgo(9), redeemed_at: t.clock.daysAgo(8), valid_until: t.clock.daysAgo(-90) },
  });

const RIGHTS = [
  {},
  { may_see_members: true },
  { may_see_money: true },
  { may_see_members: true, may_see_money: true },
  { is_superuser: true },
];

test.each(memberCalls)(
  "$name needs every right that its result gives, whatever the account is",
  async ({ name, route }) => {
    const powers = NEEDED[name] ?? expect.fail(`the powers of ${name} are not stated`);
    for (const kind of Object.keys(ACCOUNTS) as Kind[]) {
      const needed: StaffAccess[] = (typeof powers === "function" ? powers(kind) : powers).flatMap(
        (each) => POWERS[each],
      );
      for (const rights of RIGHTS) {
        const me = "is_superuser" in rights ? await superuser() : await withRights(rights);
        const account = await createUser(t.db, t.clock, ACCOUNTS[kind]);
        if (kind === "with a gift") await redeem(account.id);
        const response = await me.call(route, { id: account.id }, memberCallBody(name));
        const isAllowed = needed.every((each) => hasRight(me.user, each));
        expect(response.statusCode === 403, `${kind}, ${JSON.stringify(rights)}: ${response.body}`).toBe(!isAllowed);
        if (!isAllowed) {
          expect(response.json().type).toBe("missing_right");
          expect(await selectRows(t.db, "audit_log", { subject_id: account.id, subject: "member" })).toEqual([]);
        }
      }
    }
  },
);

test.each([
  ["changeEmail", "may_see_money", { email: "withdrawn@example.com" }],
  ["changeEmail", "may_see_members", { email: "withdrawn@example.com" }],
  ["close", "may_see_money", {}],
] as const)(
  "%s counts the rights at the moment of the change: %s is withdrawn meanwhile",
  async (name, right, body) => {
    const me = await withRights({ may_see_members: true, may_see_money: true });
    const { id, email } = await createUser(t.db, t.clock, ACCOUNTS["with both"]);
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const withdrawn = t.db.transaction(async (tx) => {
      await tx.query({ text: `update users set ${right} = false where id = $1`, values: [me.user.id] });
      begun.resolve();
      await gate.promise;
    });
    await begun.promise;
    const response = me.call(desk[name], { id }, { ...body, reason });
    const waiting = async () =>
      (
        await t.db.query({
          text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        })
      ).rows.length;
    await expect.poll(waiting).toBeGreaterThan(0);
    gate.resolve();
    await withdrawn;
    expect((await response).statusCode).toBe(403);
    expect((await selectRows(t.db, "users", { id }))[0]).toMatchObject({ email, closed_at: null });
  },
);

test("a member who has paid is not closed by the right to members, even before the event of the payment arrives", async () => {
  const paying = await t.member({ subscription_status: "inactive", email_verified_at: null });
  pay(t, await checkout(paying, "monthly"), CARDS.good);
  expect((await selectRows(t.db, "users", { id: paying.id }))[0]).toMatchObject({ subscription_status: "inactive" });
  const me = await withRights({ may_see_members: true });
  const response = await me.call(desk.close, { id: paying.id }, { reason });
  expect([response.statusCode, response.json().type]).toEqual([403, "missing_right"]);
  expect((await selectRows(t.db, "users", { id: paying.id }))[0]).toMatchObject({
    subscription_status: "active",
    closed_at: null,
  });
});

test("the right to members lengthens a gift, which counts until it ends", async () => {
  const me = await withRights({ may_see_members: true });
  const { grantAccess, endAccess } = contract.adminMembers;
  const { id } = await createUser(t.db, t.clock, ACCOUNTS["with a gift"]);
  await redeem(id);
  expect((await me.call(grantAccess, { id }, { until: "2028-02-01", reason })).json()).toMatchObject({
    has_gift: true,
  });
  expect((await me.call(endAccess, { id }, { reason })).statusCode).toBe(403);
  t.clock.advance({ days: 600 });
  const later = await staffCalls(t).withRights({ may_see_members: true });
  expect((await later.call(contract.adminMembers.get, { id })).json()).toMatchObject({ has_gift: false });
});

test.each([{ is_superuser: true }, { is_staff: true }])(
  "no answer tells a colleague when and where somebody of staff logs in: %j",
  async (role) => {
    const colleague = await createUser(t.db, t.clock, role);
    const secrets = { address: "203.0.113.199", user_agent: "SecretBrowser/9", subject: "秘密の件名" };
    await t.as(colleague.id);
    await t.db.query({
      text: "update sessions set address = $1, user_agent = $2 where user_id = $3",
      values: [secrets.address, secrets.user_agent, colleague.id],
    });
    const mail = {
      recipient: colleague.email,
      subject: secrets.subject,
      text: "",
      html: "",
      created_at: t.clock.daysAgo(0),
    };
    const failed = { ...mail, send_after: t.clock.daysAgo(-1), last_error: "ECONNREFUSED" };
    const mails: { id: number }[] = [await insertRow(t.db, "mail_outbox", { ...failed, user_id: colleague.id })];
    // A mail to the address of a colleague, which names no account.
    mails.push(await insertRow(t.db, "mail_outbox", { ...failed, user_id: null }));
    const tells = async (me: Awaited<ReturnType<typeof superuser>>) => {
      const telling = [];
      for (const { name, route } of everyCall) {
        if (route.method !== "GET" || !/\bstaff\b|superuser/.test(route.config.access)) continue;
        const { body } = await me.call(route, { id: colleague.id });
        if (Object.values(secrets).some((secret) => body.includes(secret))) telling.push(name);
      }
      return telling;
    };
    const helper = await withRights({ may_see_members: true, may_see_money: true });
    expect(await tells(helper)).toEqual([]);
    expect(await tells(await superuser())).toEqual([
      "adminMembers.get",
      "adminMemberDesk.timeline",
      "adminMails.failed",
    ]);
    for (const { id } of mails) expect((await helper.call(contract.adminMails.retry, { id })).statusCode).toBe(404);
    const needs = (await helper.call(contract.dashboard.get)).json<{ needs: { kind: string; count: number }[] }>()
      .needs;
    expect(needs.find(({ kind }) => kind === "failed_mails")).toMatchObject({ count: 0 });
    await t.db.query({ text: "delete from mail_outbox" });
  },
);
