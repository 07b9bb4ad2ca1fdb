import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../test/testing/account-calls.ts";
import { insertGeneratedRow } from "../../test/testing/generated-row.ts";
import { createPersonalData, traceOf } from "../../test/testing/personal-data.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member } = accountCalls(t);

const exported = (headers: { authorization: string }) => call("GET", contract.profile.export.url, { headers });

test("a member downloads all their data as a file", async () => {
  const user = await member({ username: "山田 花子", email: "hana.ko@gmail.com", email_verified_at: null });
  const at = t.clock.daysAgo(0);
  const { video, notice } = await createPersonalData(t, user, {
    trials: { mailbox: "hanako@gmail.com", started_at: t.clock.daysAgo(60) },
    watch_history: { position: 12, duration: 600, finished_at: at },
    sessions: { created_at: t.clock.daysAgo(1), address: "192.0.2.1", user_agent: "old" },
    mail_outbox: { recipient: user.email, subject: "お知らせ", sent_at: at },
    subscriptions: { plan: "monthly", status: "active", period_end: at },
    checkout_attempts: { plan: "monthly", state: "complete" },
    plan_changes: { from_plan: "yearly", to_plan: "monthly", state: "applied", settled_at: at },
  });
  const mail = { recipient: user.email, subject: "お知らせ", created_at: at };
  await insertGeneratedRow(t.db, "mail_outbox", { about: "未送信", at, given: { ...mail, user_id: user.id } });
  const response = await exported(await t.as(user.id));
  expect(response.headers["content-disposition"]).toBe('attachment; filename="account-data.json"');
  const mark = { video: { id: video.id, title: video.title }, created_at: at };
  const expected: Record<string, unknown> = {
    profile: {
      id: user.id,
      username: "山田 花子",
      email: "hana.ko@gmail.com",
      email_verified_at: null,
      subscription_plan: "monthly",
      subscription_status: "active",
      subscription_end_date: null,
      cancel_at_period_end: false,
      access_granted_until: null,
      is_staff: false,
      is_superuser: false,
      may_see_members: false,
      may_see_money: false,
      created_at: t.clock.daysAgo(60),
      suspended_at: null,
      questions_blocked_at: null,
    },
    trial: { mailbox: "hanako@gmail.com", started_at: t.clock.daysAgo(60) },
    favorites: [mark],
    watch_later: [mark],
    watch_history: [{ video: mark.video, watched_at: at, position: 12, duration: 600, finished_at: at }],
    notices_read: [{ notice: { id: notice.id, notice_title: notice.notice_title }, read_at: at }],
    sessions: [
      {
        id: expect.any(String),
        created_at: at,
        last_used_at: at,
        expires_at: t.clock.daysAgo(-30),
        revoked_at: null,
        address: "127.0.0.1",
        user_agent: "test",
        provider: null,
      },
      {
        id: expect.any(String),
        created_at: t.clock.daysAgo(1),
        last_used_at: at,
        expires_at: at,
        revoked_at: null,
        address: "192.0.2.1",
        user_agent: "old",
        provider: "<member 1> in sessions.provider",
      },
    ],
    login_providers: [
      {
        issuer: "<member 1> in login_identities.issuer",
        subject: "<member 1> in login_identities.subject",
        connected_at: at,
      },
    ],
    known_devices: [{ created_at: at, last_seen_at: at }],
    second_factor: { created_at: at, enabled_at: null },
    mails: [
      { ...mail, sent_at: null },
      { ...mail, sent_at: at },
    ],
    subscription: {
      plan: "monthly",
      status: "active",
      period_end: at,
      cancel_at_period_end: false,
      unpaid_amount: null,
      retry_at: null,
      needs_authentication: false,
      card_expires: "<member 1> in subscriptions.card_expires",
    },
    checkouts: [
      {
        plan: "monthly",
        state: "complete",
        created_at: at,
        coupon: "<member 1> in checkout_attempts.coupon",
        amount_paid: null,
        gift_months: null,
      },
    ],
    plan_changes: [{ from_plan: "yearly", to_plan: "monthly", state: "applied", created_at: at, settled_at: at }],
  };
  // register.test.ts compares the keys with the register.
  const data = response.json<Record<string, unknown>>();
  expect(Object.fromEntries(Object.keys(expected).map((key) => [key, data[key]]))).toEqual(expected);
});

const SECRET_COLUMNS = /_hash$|\.salt$|secret|^mail_outbox\.(text|html)$/;

test("the export holds no hash, external video id, text of a mail or data of another member", async () => {
  const [mine, other] = [await member({ username: "自分" }), await member({ username: "他人" })];
  const { video } = await createPersonalData(t, mine);
  await createPersonalData(t, other);
  const { body } = await exported(await t.as(mine.id));
  const columns = [...body.matchAll(/> in ([\w.]+)/g)].map(([, column = ""]) => column);
  expect(columns).toContain("mail_outbox.subject");
  expect(columns.filter((column) => SECRET_COLUMNS.test(column))).toEqual([]);
  for (const secret of [mine.password_hash, video.video_id, traceOf(other), other.email, "他人"]) {
    expect(body).not.toContain(secret);
  }
});

/** Columns that hold an address which members type. */
async function addressColumns(): Promise<{ table: string; column: string }[]> {
  const { rows } = await t.db.query<{ table: string; column: string }>({
    text: `select table_name as table, column_name as column from information_schema.columns
            where table_schema = 'public' and column_name in ('email', 'mailbox', 'recipient') and table_name <> 'users'`,
  });
  return rows;
}

test("the export is the same whatever is stored about another person with the typed address", async () => {
  const typed = "typed-by-a-stranger@example.com";
  const stranger = await member({ username: "他人", email: typed, email_verified_at: null });
  const headers = await t.as(stranger.id);
  const before = (await exported(headers)).json();
  const other = await member();
  await createPersonalData(t, other);
  const columns = await addressColumns();
  expect(columns.map(({ table }) => table)).toEqual(expect.arrayContaining(["trials", "mail_outbox"]));
  for (const { table, column } of columns) {
    const text = `update ${table} set ${column} = $1 where user_id = $2`;
    const { rowCount } = await t.db.query({ text, values: [typed, other.id] });
    expect(rowCount, `${table}.${column}`).toBe(1);
  }
  expect((await exported(headers)).json()).toEqual(before);
});

test("a notice to a former address stays with the account that left it", async () => {
  const user = await member();
  await call("PUT", contract.profile.update.url, {
    headers: await t.as(user.id),
    payload: { username: user.username, email: `moved-${user.email}` },
  });
  const next = await member({ email: user.email });
  const recipients = async (id: number) =>
    (await exported(await t.as(id))).json<{ mails: { recipient: string }[] }>().mails.map((mail) => mail.recipient);
  expect(await recipients(next.id)).toEqual([]);
  expect((await recipients(user.id)).toSorted()).toEqual([user.email, `moved-${user.email}`].toSorted());
});

test("a trial is exported after a change of address, and its mailbox stays used after 退会", async () => {
  const email = "first.trial@example.com";
  const account = { username: "体験", password: PASSWORD, password2: PASSWORD, agreedToTerms: true };
  const signUp = (to: string) =>
    call("POST", contract.auth.signup.url, { payload: { ...account, email: to, subscription_status: "trial" } });
  const signedUp = await signUp(email);
  const headers = { authorization: `Bearer ${signedUp.json().token.access}` };
  const payload = { username: "体験", email: "elsewhere@example.com" };
  expect((await call("PUT", contract.profile.update.url, { headers, payload })).statusCode).toBe(200);
  expect((await exported(headers)).json().trial).toEqual({ mailbox: email, started_at: t.clock.daysAgo(0) });
  await call("POST", contract.profile.remove.url, { headers, payload: { password: PASSWORD } });
  expect(await selectRows(t.db, "trials", { mailbox: email })).toMatchObject([{ user_id: null }]);
  for (const again of [email, "first.trial+again@example.com"]) {
    expect((await signUp(again)).json().fields).toEqual({ email: [expect.stringContaining("無料体験")] });
  }
});

test("a member with 2,000 watched videos gets them all", async () => {
  const user = await member();
  await t.db.query({
    text: `with made as (
             insert into videos (video_id, title, created_at, published_at)
             select 'bulk-' || n, '大量の動画' || n, $2, $2 from generate_series(1, 2000) n returning id)
           insert into watch_history (user_id, video_id, watched_at) select $1, id, $2 from made`,
    values: [user.id, t.clock.daysAgo(1)],
  });
  const response = await exported(await t.as(user.id));
  expect(response.statusCode).toBe(200);
  expect(response.json().watch_history).toHaveLength(2000);
});

test("a member exports ten times an hour at most", async () => {
  const headers = await t.as((await member()).id);
  const statuses = [];
  for (let time = 0; time < 11; time++) statuses.push((await exported(headers)).statusCode);
  expect(statuses.slice(-2)).toEqual([200, 429]);
});
