import { beforeAll, describe, expect, test } from "vitest";
import { insertRow } from "../db/insert-rows.ts";
import { createUser, type UserRow } from "../../test/testing/factories.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { addRecipients } from "./audiences.ts";

const t = useTestApp();
const DAY = 86_400_000;
const HOUR = 3_600_000;
/** ISO 8601, so many milliseconds after now. */
const at = (ms: number) => new Date(t.clock.now() + ms).toISOString();

interface Given {
  user?: Partial<UserRow>;
  preferences?: object;
  /** The mailing's own time; default: ten days ago. */
  send_at?: number | null;
  hadTrial?: boolean;
  hadSubscription?: boolean;
}

let digest: number;
beforeAll(async () => {
  await t.db.query({ text: "update mailings set send_at = $1 where key = 'digest'", values: [at(-20 * DAY)] });
  digest = (await selectRows(t.db, "mailings", { key: "digest" }))[0]?.id ?? 0;
});

/** Whether the one member is among the recipients. */
async function isIn(audience: string, given: Given): Promise<boolean> {
  const { id } = await createUser(t.db, t.clock, { email_verified_at: at(-50 * DAY), ...given.user });
  if (given.preferences) await insertRow(t.db, "mail_preferences", { user_id: id, ...given.preferences });
  if (given.hadTrial) await insertRow(t.db, "trials", { mailbox: `m${id}`, started_at: at(-90 * DAY), user_id: id });
  if (given.hadSubscription) {
    const known = { user_id: id, subscription_id: `sub_${id}`, status: "canceled", plan: "monthly" as const };
    const rest = { cancel_at_period_end: false, payment_failed: false, synced_at: at(0) };
    await insertRow(t.db, "subscriptions", { ...known, ...rest });
  }
  const send_at = given.send_at === null ? null : at(given.send_at ?? -10 * DAY);
  const texts = { subject: "題名", body: "本文", created_at: at(-30 * DAY) };
  const { id: mailing } = await insertRow(t.db, "mailings", { key: `test ${id}`, audience, send_at, ...texts });
  const [step] = await addRecipients(t.db, [at(0), mailing, id - 1, 1]);
  expect(step?.last).toBe(id);
  return (await selectRows(t.db, "mailing_recipients", { mailing_id: mailing })).length === 1;
}

type Case = [what: string, given: () => Given, isIn: boolean];
/** A trial that ends so many milliseconds after now. */
const trial = (end: number, more: Partial<UserRow> = {}): Given => ({
  user: { subscription_status: "trial", created_at: at(end - 7 * DAY), ...more },
});

describe("every mailing", () => {
  test.each<Case>([
    ["a verified member", () => ({}), true],
    ["an unverified address", () => ({ user: { email_verified_at: null } }), false],
    ["a closed account", () => ({ user: { closed_at: at(-1) } }), false],
    ["a suspended account", () => ({ user: { suspended_at: at(-1) } }), false],
    ["a member who refused", () => ({ preferences: { refused_at: at(-1) } }), false],
    ["a member with choices who did not refuse", () => ({ preferences: { refused_at: null } }), true],
    [
      "an address that takes no mails",
      () => ({ user: { email: "gone@example.com" }, preferences: { undeliverable_email: "gone@example.com" } }),
      false,
    ],
    [
      "an earlier address that took no mails",
      () => ({ preferences: { undeliverable_email: "old@example.com" } }),
      true,
    ],
    ["a time that comes in a millisecond", () => ({ send_at: 1 }), false],
    ["a time that is now", () => ({ send_at: 0 }), true],
    ["no time", () => ({ send_at: null }), false],
  ])("goes to %s: %#", async (_what, given, expected) => {
    expect(await isIn("all", given())).toBe(expected);
  });

  test("that the contract requires also goes to a member who refused, and to nobody without an address", async () => {
    expect(await isIn("required", { preferences: { refused_at: at(-1) } })).toBe(true);
    expect(await isIn("required", { user: { email_verified_at: null } })).toBe(false);
    expect(await isIn("required", { user: { suspended_at: at(-1) } })).toBe(false);
    expect(await isIn("required", { user: { closed_at: at(-1) } })).toBe(false);
    const gone = "gone-too@example.com";
    expect(await isIn("required", { user: { email: gone }, preferences: { undeliverable_email: gone } })).toBe(false);
  });
});

describe("the mail before a trial ends", () => {
  test.each<Case>([
    ["ends now", () => trial(0), false],
    ["ends in a millisecond", () => trial(1), true],
    ["ends in a day", () => trial(DAY), true],
    ["ends in a day and a millisecond", () => trial(DAY + 1), false],
    ["of staff", () => trial(HOUR, { is_staff: true }), false],
    ["of a superuser", () => trial(HOUR, { is_superuser: true }), false],
    ["was followed by a contract", () => trial(HOUR, { subscription_status: "active" }), false],
    ["was followed by nothing", () => trial(HOUR, { subscription_status: "inactive" }), false],
    ["has access from staff that ended", () => trial(HOUR, { access_granted_until: at(-DAY) }), true],
    ["has access from staff that ends with it", () => trial(HOUR, { access_granted_until: at(HOUR) }), true],
    ["has access from staff for longer", () => trial(HOUR, { access_granted_until: at(HOUR + 1) }), false],
  ])("a trial that %s: %#", async (_what, given, expected) => {
    expect(await isIn("trial_ending", given())).toBe(expected);
  });
});

describe("the mail after a trial has ended", () => {
  test.each<Case>([
    ["ended now", () => trial(0), true],
    ["ends in a millisecond", () => trial(1), false],
    ["ended two days ago less a millisecond", () => trial(-2 * DAY + 1), true],
    ["ended two days ago", () => trial(-2 * DAY), false],
    ["ended when the mail was switched on", () => ({ ...trial(-HOUR), send_at: -HOUR }), false],
    ["ended just after the mail was switched on", () => ({ ...trial(-HOUR + 1), send_at: -HOUR }), true],
    ["of staff", () => trial(-HOUR, { is_staff: true }), false],
    ["of a superuser", () => trial(-HOUR, { is_superuser: true }), false],
    ["was followed by a contract", () => trial(-HOUR, { subscription_status: "active" }), false],
    ["was followed by a contract that ended", () => trial(-HOUR, { subscription_status: "canceled" }), false],
    ["has access from staff until now", () => trial(-HOUR, { access_granted_until: at(0) }), true],
    ["has access from staff", () => trial(-HOUR, { access_granted_until: at(1) }), false],
  ])("a trial that %s: %#", async (_what, given, expected) => {
    expect(await isIn("trial_ended", given())).toBe(expected);
  });
});

describe("the welcome", () => {
  const joined = (created: number, verified: number, send_at = -10 * DAY): Given => ({
    user: { created_at: at(created), email_verified_at: at(verified) },
    send_at,
  });
  test.each<Case>([
    ["verified now", () => joined(-HOUR, 0), true],
    ["verified two days ago less a millisecond", () => joined(-3 * DAY, -2 * DAY + 1), true],
    ["verified two days ago", () => joined(-3 * DAY, -2 * DAY), false],
    ["verified when the mail was switched on", () => joined(-HOUR, -HOUR, -HOUR), false],
    ["verified just after the mail was switched on", () => joined(-HOUR, -HOUR + 1, -HOUR), true],
    ["verified a second before joining, by another clock", () => joined(0, -1000), false],
    ["verified nearly a second before joining", () => joined(0, -999), true],
    ["joined two days before the switch", () => joined(-12 * DAY, -HOUR), false],
    ["joined nearly two days before the switch", () => joined(-12 * DAY + 1, -HOUR), true],
    ["joined thirty days ago", () => joined(-30 * DAY, -HOUR, -60 * DAY), false],
    ["joined nearly thirty days ago", () => joined(-30 * DAY + 1, -HOUR, -60 * DAY), true],
    ["not verified", () => ({ user: { created_at: at(-HOUR), email_verified_at: null } }), false],
  ])("of a member who %s: %#", async (_what, given, expected) => {
    expect(await isIn("welcome", given())).toBe(expected);
  });
});

describe("the digest", () => {
  const asked = { preferences: { digest_since: "2026-01-01T00:00:00.000Z" } };
  test.each<Case>([
    ["asked for it", () => ({ ...asked, send_at: -HOUR }), true],
    ["did not ask", () => ({ preferences: { digest_since: null }, send_at: -HOUR }), false],
    ["made no choice", () => ({ send_at: -HOUR }), false],
    [
      "refused everything",
      () => ({ preferences: { ...asked.preferences, refused_at: at(-1) }, send_at: -HOUR }),
      false,
    ],
    ["asked for one of six days ago", () => ({ ...asked, send_at: -6 * DAY }), false],
    ["asked for one of nearly six days ago", () => ({ ...asked, send_at: -6 * DAY + 1 }), true],
  ])("of a member who %s: %#", async (_what, given, expected) => {
    expect(await isIn("digest", given())).toBe(expected);
  });

  test.each([
    [-HOUR, true],
    [-HOUR + 1, false],
    [null, false],
  ])("of an hour ago, while digests are switched on since %j ms: %j", async (since, expected) => {
    const text = "update mailings set send_at = $2 where id = $1";
    await t.db.query({ text, values: [digest, since === null ? null : at(since)] });
    expect(await isIn("digest", { ...asked, send_at: -HOUR })).toBe(expected);
    await t.db.query({ text, values: [digest, at(-20 * DAY)] });
  });
});

describe("a notice to members in a trial", () => {
  test.each<Case>([
    ["ends in a millisecond", () => trial(1), true],
    ["ends now", () => trial(0), false],
    ["was followed by a contract", () => trial(DAY, { subscription_status: "active" }), false],
  ])("whose trial %s: %#", async (_what, given, expected) => {
    expect(await isIn("trial", given())).toBe(expected);
  });
});

describe("a notice to members whose access ended", () => {
  const past = (more: Partial<UserRow>): Given => ({ user: { created_at: at(-90 * DAY), ...more } });
  const cancelled = (end: number) =>
    past({ subscription_status: "active", cancel_at_period_end: true, subscription_end_date: at(end) });
  test.each<Case>([
    ["never bought", () => past({ subscription_status: "inactive" }), false],
    ["had a trial", () => ({ ...past({ subscription_status: "inactive" }), hadTrial: true }), true],
    ["had a contract", () => ({ ...past({ subscription_status: "inactive" }), hadSubscription: true }), true],
    ["has an ended contract", () => past({ subscription_status: "canceled" }), true],
    ["has a contract that ends now", () => cancelled(0), true],
    ["has a contract that ends in a millisecond", () => cancelled(1), false],
    ["has a trial that ends now", () => trial(0), true],
    ["has a trial that ends in a millisecond", () => trial(1), false],
    ["is a superuser", () => past({ subscription_status: "canceled", is_superuser: true }), false],
    [
      "has access from staff until now",
      () => past({ subscription_status: "canceled", access_granted_until: at(0) }),
      true,
    ],
    ["has access from staff", () => past({ subscription_status: "canceled", access_granted_until: at(1) }), false],
  ])("a member who %s: %#", async (_what, given, expected) => {
    expect(await isIn("ended", given())).toBe(expected);
  });
});
