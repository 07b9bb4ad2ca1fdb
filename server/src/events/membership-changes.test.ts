import { contract, type OutputOf } from "@manabiya/contract";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../test/testing/account-calls.ts";
import { advance, CARDS, checkout, deliverAll, pay, useBillingApp } from "../../test/testing/billing-app.ts";
import type { Member } from "../../test/testing/billing-types.ts";
import { createUser } from "../../test/testing/factories.ts";
import { createBilling } from "../billing/provider/provider.ts";
import { reconcileNightly } from "../billing/sync/reconcile.ts";
import { readMigrations } from "../db/migrate.ts";
import { closeDays } from "../figures/close-days.ts";
import { readMemberFigures } from "../figures/member-figures.ts";

const t = useBillingApp();
const { call } = accountCalls(t);

const read = async (text: string, values: unknown[] = []) =>
  (await t.db.query<Record<string, unknown>>({ text, values })).rows;
const changesOf = ({ id }: Pick<Member, "id">) =>
  read("select kind, is_first from membership_changes where user_id = $1 order by id", [id]);

async function buy(member: Member): Promise<void> {
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
}

async function signUp(subscription_status: "trial" | "inactive"): Promise<number> {
  const payload = {
    ...{ username: "会員", email: `${crypto.randomUUID()}@example.com`, password: PASSWORD, password2: PASSWORD },
    ...{ subscription_status, agreedToTerms: true },
  };
  const answer = await call("POST", contract.auth.signup.url, { payload });
  return answer.json<OutputOf<typeof contract.auth.signup>>().user.id;
}

const figures = () =>
  readMemberFigures(t.db, { from: addDays(japanDay(t.clock.now()), -40), to: japanDay(t.clock.now()) });

test("a former member who paid before changes were recorded begins again, and not for the first time", async () => {
  const [former, other] = [await t.member(), await t.member()];
  await buy(former);
  await former.call(contract.subscription.cancel);
  advance(t, { days: 32 });
  await deliverAll(t);
  await read("delete from membership_changes where user_id = $1", [former.id]);
  await buy(former);
  await buy(other);
  expect(await changesOf(former)).toEqual([{ kind: "start", is_first: false }]);
  expect(await changesOf(other)).toEqual([{ kind: "start", is_first: true }]);
});

test("a change that comes after its day was closed counts on the first open day", async () => {
  await signUp("inactive");
  const member = await t.member();
  const before = (await figures()).current;
  await closeDays(t.db, t.clock.now() + 86_400_000);
  // A process whose clock is slow.
  await buy(member);
  await signUp("trial");
  t.clock.advance({ days: 1 });
  const { members, signups, trials } = (await figures()).current;
  expect({ members, signups, trials }).toEqual({
    members: before.members + 1,
    signups: before.signups + 1,
    trials: before.trials + 1,
  });
  t.clock.advance({ days: 1 });
  await closeDays(t.db, t.clock.now());
  expect((await figures()).current).toMatchObject({ members, signups, trials });
});

test("the migration counts the people of the past as they would have been counted", async () => {
  for (const table of ["membership_changes", "daily_members", "daily_cohorts", "daily_sources"])
    await read(`delete from ${table}`);
  // Only accounts of this test.
  await read("update users set is_staff = true");
  await read("update users set subscription_status = 'inactive' where subscription_status = 'active'");
  t.clock.advance({ days: 40 });
  for (const days of [20, 3, 0.4]) {
    await signUp("trial");
    const id = await signUp("inactive");
    const headers = await t.as(id);
    const closed = await call("POST", contract.profile.remove.url, { headers, payload: { password: PASSWORD } });
    expect(closed.statusCode).toBe(200);
    await signUp("inactive");
    t.clock.advance({ days });
  }
  const staff = { is_staff: true, created_at: t.clock.daysAgo(1), subscription_status: "inactive" } as const;
  await createUser(t.db, t.clock, staff);
  await createUser(t.db, t.clock, { ...staff, is_staff: false, is_superuser: true });
  const id = await signUp("inactive");
  const memberCall: Member["call"] = async ({ method, url }, payload) =>
    call(method as "POST", url, { headers: await t.as(id), ...(payload && { payload }) });
  await buy({ id, email: "", call: memberCall });
  const live = await figures();

  await read("delete from membership_changes");
  const migration = (await readMigrations()).find(({ statements }) =>
    statements.some((text) => text.includes('INTO "membership_changes"')),
  );
  const clock = `'${new Date(t.clock.now()).toISOString()}'::timestamptz`;
  for (const text of migration?.statements ?? [])
    if (text.includes("INSERT INTO")) await read(text.replaceAll("now()", clock));
  await reconcileNightly(createBilling({ ...t.deps, log: t.deps.logger }), { allowEnds: true });
  const past = await figures();
  const unknown = { first_paid: 0, started: 0 };
  expect(past.days).toEqual(live.days.map((day) => ({ ...day, ...unknown })));
  expect(past.current).toEqual({ ...live.current, ...unknown });
  expect(past.cohorts).toEqual(live.cohorts.map((cohort) => ({ ...cohort, first_paid: 0 })));
});
