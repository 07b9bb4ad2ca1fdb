import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { accountCalls } from "../../test/testing/account-calls.ts";
import type { Row } from "../../test/testing/generated-row.ts";
import { createPersonalData, traceOf } from "../../test/testing/personal-data.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { deleteExpired } from "./delete-expired.ts";
import { BY_USER_ID } from "../accounts/personal-data-entry.ts";
import { personalData } from "./register.ts";
import { closeAccount } from "./close-account.ts";

const t = useTestApp();
const { call, member } = accountCalls(t);

const REGISTER = "server/src/personal-data/register.ts";
const entries = Object.entries(personalData);

async function tablesWith(condition: string): Promise<string[]> {
  const { rows } = await t.db.query<{ name: string }>({
    text: `select distinct table_name as name from information_schema.columns
            where table_schema = 'public' and ${condition} order by name`,
  });
  return rows.map(({ name }) => name);
}

async function rowsOf(table: string): Promise<Row[]> {
  const { rows } = await t.db.query<{ row: Row }>({ text: `select to_jsonb(r) as row from "${table}" r` });
  return rows.map(({ row }) => row);
}

/** The columns of the whole database that say something about a member, as "table.column". */
async function tracesOf(user: { id: number; username: string; email: string; password_hash: string }) {
  const traces = [traceOf(user), user.username, user.email, user.password_hash];
  const found = new Set<string>();
  for (const table of await tablesWith("true")) {
    const { owner = BY_USER_ID } = personalData[table] ?? {};
    for (const row of await rowsOf(table)) {
      for (const [column, value] of Object.entries(row)) {
        const names = column === owner?.column && value === owner.value(user);
        if (names || traces.some((trace) => JSON.stringify(value).includes(trace))) found.add(`${table}.${column}`);
      }
    }
  }
  return found;
}

test("the register has an entry for every table with a user_id", async () => {
  const missing = (await tablesWith("column_name = 'user_id'")).filter((table) => !(table in personalData));
  const remedies = missing.map(
    (table) =>
      `Table "${table}" has a user_id and no entry in ${REGISTER}. Add \`${table}: { onClose, exported, retention }\`: ` +
      `does 退会 delete its rows, what does the data export hold of them, and how long do they stay?`,
  );
  expect(missing, remedies.join("\n")).toEqual([]);
});

/** A second look at each exception of the register. */
const EXCEPTIONS = {
  erasure: [
    "users",
    "trials",
    "questions",
    "gifts",
    "membership_changes",
    "stripe_customers",
    "webhook_deliveries",
    "staff_alerts",
    "audit_log",
    "rate_limits",
  ],
  export: [
    ...["price_moves", "billing_letters", "member_counts", "recommendations", "recovery_codes", "password_resets"],
    ...[
      "email_verifications",
      "staff_invitations",
      "login_tickets",
      "stripe_customers",
      "api_keys",
      "staff_alerts",
      "audit_log",
      "rate_limits",
    ],
  ],
  retention: [
    ...[
      "users",
      "trials",
      "favorites",
      "watch_later",
      "watch_history",
      "lesson_marks",
      "notes",
      "questions",
      "question_marks",
      "certificates",
      "learned_days",
      "notice_reads",
      "login_identities",
      "second_factors",
    ],
    ...["mail_preferences", "agreements", "subscriptions", "checkout_attempts", "gifts", "plan_changes"],
    ...["price_moves", "billing_letters", "member_counts"],
    ...["recommendations", "recovery_codes", "membership_changes", "stripe_customers"],
    ...["api_keys", "staff_alerts", "audit_log"],
  ],
};

test("the register has no exceptions but these, each with a reason", () => {
  const reasons = entries.flatMap(([table, { onClose, exported, retention }]) => [
    ...(onClose === "delete" ? [] : [{ table, rule: "erasure", reason: onClose.reason }]),
    ...("not" in exported ? [{ table, rule: "export", reason: exported.not }] : []),
    ...("unlimited" in retention ? [{ table, rule: "retention", reason: retention.unlimited }] : []),
  ]);
  for (const [rule, tables] of Object.entries(EXCEPTIONS)) {
    const excepted = reasons.filter((each) => each.rule === rule).map(({ table }) => table);
    expect(excepted, `${rule}: confirm a new exception of ${REGISTER} in EXCEPTIONS`).toEqual(tables);
  }
  expect(reasons.filter(({ reason }) => reason.trim().length < "for good".length)).toEqual([]);
});

test("the register has no entry without a table", async () => {
  expect(await tablesWith("true")).toEqual(expect.arrayContaining(Object.keys(personalData)));
});

test("退会 leaves nothing about the member that the register does not except", async () => {
  const user = await member({ username: "佐藤 退子", email: "leaving@example.com" });
  await createPersonalData(t, user);
  const before = await tracesOf(user);
  for (const table of Object.keys(personalData)) {
    expect(
      [...before].some((column) => column.startsWith(`${table}.`)),
      `test data in ${table}`,
    ).toBe(true);
  }
  const headers = await t.as(user.id);
  const currentUser = { ...user, ...(await call("GET", contract.profile.get.url, { headers })).json() };
  const closing = { currentUser, verifiedHash: user.password_hash, unusableHash: "none", now: t.clock.now() };
  expect(await t.db.transaction((tx) => closeAccount(tx, closing))).toBe(true);

  const excepted = entries.flatMap(([table, { onClose }]) =>
    onClose === "delete" ? [] : onClose.leaves.map((column) => `${table}.${column}`),
  );
  const left = [...(await tracesOf(user))].filter((column) => !excepted.includes(column));
  expect(left, `退会 leaves ${left.join(", ")}, which ${REGISTER} does not except`).toEqual([]);
});

test("the data export has a part for every table that the register exports, and nothing of other tables", async () => {
  const user = await member();
  await createPersonalData(t, user);
  const response = await call("GET", contract.profile.export.url, { headers: await t.as(user.id) });
  const data = response.json();
  const keys = entries.flatMap(([, { exported }]) => ("as" in exported ? [exported.as] : []));
  expect(Object.keys(data)).toEqual(keys);
  for (const [table, { exported }] of entries) {
    if ("as" in exported) {
      const part = data[exported.as];
      expect(Array.isArray(part) ? part.length : part, `${exported.as} in the data export`).toBeTruthy();
    } else expect(response.body).not.toContain(`${traceOf(user)} in ${table}.`);
  }
});

test("retention deletes expired rows of every table in the register, and no others", async () => {
  const [expired, current] = [await member(), await member()];
  const SECOND = 1 / 86_400;
  const ages = (margin: number) =>
    Object.fromEntries(
      entries.flatMap(([table, { retention }]) =>
        "after" in retention ? [[table, { [retention.after]: t.clock.daysAgo(retention.days + margin) }]] : [],
      ),
    );
  await createPersonalData(t, expired, ages(SECOND));
  await createPersonalData(t, current, ages(-SECOND));
  await deleteExpired(t.db, t.clock.now());
  for (const [table, { owner = BY_USER_ID, retention }] of entries) {
    const rows = await rowsOf(table);
    const has = (user: { id: number; email: string }) =>
      rows.some((row) =>
        owner === null ? JSON.stringify(row).includes(traceOf(user)) : row[owner.column] === owner.value(user),
      );
    expect([has(expired), has(current)], `${table}: expired and current rows`).toEqual([!("after" in retention), true]);
  }
});

test("what a request stored while its account was closed is deleted within days, and nothing of others", async () => {
  const [closed, current] = [await member(), await member()];
  await t.db.query({ text: "update users set closed_at = $2 where id = $1", values: [closed.id, t.clock.daysAgo(3)] });
  for (const user of [closed, current]) await createPersonalData(t, user);
  await deleteExpired(t.db, t.clock.now());
  for (const [table, { onClose, owner = BY_USER_ID }] of entries) {
    if (onClose !== "delete" || owner?.column !== "user_id") continue;
    const rows = await rowsOf(table);
    const has = ({ id }: { id: number }) => rows.some((row) => row["user_id"] === id);
    expect([has(closed), has(current)], table).toEqual([false, true]);
  }
});
