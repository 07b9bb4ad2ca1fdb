import { contract } from "@manabiya/contract";
import { MEMBER_COLUMNS, type MemberColumn } from "@manabiya/contract/staff/members/moving.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { listMailOccasions } from "../../mailings/list-recipients.ts";
import { SITE } from "../../../test/testing/site.ts";
import { createVideo } from "../../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { RowErrors } from "../../csv/row-errors.ts";
import { type CsvRow, readCsv } from "../../csv/read.ts";
import { writeCsv } from "../../csv/write.ts";
import { writeMembers } from "./export-members.ts";
import { importMembers } from "./import-members.ts";
import { COLUMNS } from "./member-rows.ts";

const t = useTestApp();
const calls = staffCalls(t);

type Cells = Partial<Record<MemberColumn, string>>;

const HASH = "pbkdf2_sha256$260000$uTqgGlAEXs28QsSK45aS45$jkKDuKzUq7/stMEwpZVLHGHbMsolNMa8kpHdDirRJM4=";

let next = 0;
const member = (cells: Cells = {}): Cells => ({
  email: `moved-${++next}@example.com`,
  username: "引越 花子",
  created_at: "2024-03-31 23:30",
  ...cells,
});

const csvOf = (rows: Cells[]) =>
  writeCsv([MEMBER_COLUMNS, ...rows.map((cells) => MEMBER_COLUMNS.map((column) => cells[column] ?? ""))]);

let headers: { authorization: string };
let by: number;

beforeEach(async () => {
  const superuser = await calls.superuser();
  headers = superuser.headers;
  by = superuser.user.id;
});

async function upload(rows: Cells[], { dry_run = false, confirmed = false, file = csvOf(rows) } = {}) {
  const form = await formPayload({ reason: "移行", csv_file: fileOf(file, "members.csv") });
  return t.app.inject({
    method: "POST",
    url: `${contract.adminMoving.importMembers.url}?dry_run=${dry_run}&confirmed=${confirmed}`,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
}

const userOf = async ({ email = "" }: Cells) => (await selectRows(t.db, "users", { email }))[0];

async function canWatch({ email = "" }: Cells): Promise<boolean> {
  const { results } = (
    await t.app.inject({ url: `${contract.adminMembers.list.url}?q=${encodeURIComponent(email)}`, headers })
  ).json<{ results: { can_watch: boolean }[] }>();
  expect(results).toHaveLength(1);
  return results[0]?.can_watch ?? false;
}

describe("an imported member", () => {
  test("has everything of the row, and nothing more", async () => {
    const [one, two] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
    const cells = member({
      email: " Ｍoved.Member@Example.com ",
      username: "引越　花子",
      email_verified_at: "2024-04-01 00:00:00.123456+00",
      subscription_status: "active",
      subscription_plan: "yearly",
      subscription_end_date: t.clock.daysAgo(-40),
      customer_id: "cus_ofMoved",
      mails_refused_at: "2025-01-01",
      password_hash: HASH,
      favorites: `${two.video_id}|${one.video_id} 2025-02-01T09:00:00Z`,
      watch_later: one.video_id,
      history: `${one.video_id} 2025-02-01T09:00:00Z 120 600|${two.video_id} 2025-01-01T09:00:00Z`,
    });
    const answer = await upload([cells]);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        message: "1人の会員を取り込みました。",
        errors: [],
        created_count: 1,
        existing_count: 0,
        error_count: 0,
        bad_rows: null,
      },
    ]);
    const email = "moved.member@example.com";
    const [user] = await selectRows(t.db, "users", { email });
    expect(user).toMatchObject({
      username: "引越 花子",
      email,
      email_verified_at: "2024-04-01T00:00:00.123Z",
      created_at: "2024-03-31T14:30:00.000Z",
      subscription_status: "active",
      subscription_plan: "yearly",
      cancel_at_period_end: false,
      access_granted_until: null,
      is_staff: false,
      is_superuser: false,
      password_hash: HASH,
    });
    const user_id = user?.id ?? 0;
    expect(await selectRows(t.db, "stripe_customers", { user_id })).toMatchObject([
      { customer_id: "cus_ofMoved", email, account: null },
    ]);
    expect(await selectRows(t.db, "mail_preferences", { user_id })).toMatchObject([
      { refused_at: "2024-12-31T15:00:00.000Z" },
    ]);
    const own = await t.as(user_id);
    const list = async (url: string) =>
      (await t.app.inject({ url, headers: own })).json<{ results: { id: number }[] }>().results.map(({ id }) => id);
    expect(await list(contract.favorites.list.url)).toEqual([two.id, one.id]);
    expect(await list(contract.watchLater.list.url)).toEqual([one.id]);
    expect(await list(contract.history.list.url)).toEqual([one.id, two.id]);
    expect(await selectRows(t.db, "watch_history", { user_id, video_id: one.id })).toMatchObject([
      { position: 120, duration: 600 },
    ]);
    expect(await selectRows(t.db, "membership_changes", { user_id })).toMatchObject([
      { kind: "signup", at: "2024-03-31T14:30:00.000Z" },
      { kind: "baseline", monthly_revenue: 0 },
    ]);
    expect((await selectRows(t.db, "audit_log", { action: "member_list.import" })).at(-1)).toMatchObject({
      user_id: by,
      reason: "移行",
      after: { created: 1 },
    });
  });

  test("watches exactly as long as before", async () => {
    const now = t.clock.now();
    const day = (days: number) => new Date(now - days * 86_400_000).toISOString();
    const trial = { subscription_status: "trial" };
    const paid = { subscription_status: "active", subscription_plan: "monthly" };
    const expected: [Cells, string, boolean][] = [
      [member({ ...trial, created_at: day(2) }), "trial", true],
      [member({ ...trial, created_at: day(2), trial_end_date: day(-5) }), "trial", true],
      [member({ ...trial, created_at: day(2), trial_end_date: day(-12) }), "inactive", true],
      [member({ ...trial, created_at: day(2), trial_end_date: day(1) }), "inactive", false],
      [member({ ...trial, created_at: day(20) }), "trial", false],
      [member({ ...trial, created_at: day(20), trial_end_date: day(-10) }), "inactive", true],
      [member({ ...paid, subscription_end_date: day(-9) }), "inactive", true],
      [member({ ...paid, subscription_end_date: day(9) }), "canceled", false],
      [member({ ...paid, customer_id: "cus_watching" }), "active", true],
      [
        member({ ...paid, customer_id: "cus_left", cancel_at_period_end: "t", subscription_end_date: day(1) }),
        "active",
        false,
      ],
      [member({ access_granted_until: day(-3) }), "inactive", true],
      [member({ access_granted_until: day(-3), suspended_at: day(1) }), "inactive", false],
      [member({ subscription_status: "canceled" }), "canceled", false],
      [member(), "inactive", false],
    ];
    expect((await upload(expected.map(([cells]) => cells))).json().errors).toEqual([]);
    for (const [cells, status, watches] of expected) {
      expect([(await userOf(cells))?.subscription_status, await canWatch(cells)], JSON.stringify(cells)).toEqual([
        status,
        watches,
      ]);
    }
    const granted = await userOf(expected[2]?.[0] ?? {});
    expect(granted?.access_granted_until).toBe(day(-12));
  });

  test("has no second trial, by whatever spelling of the mailbox", async () => {
    const created_at = t.clock.daysAgo(1);
    const ended = member({ email: "taro.yamada@gmail.com", trial_end_date: "2024-04-07" });
    const again = member({ email: "taroyamada+x@gmail.com", subscription_status: "trial", created_at });
    await upload([ended, again]);
    expect(await canWatch(again)).toBe(false);
    const signup = await t.app.inject({
      method: "POST",
      url: contract.auth.signup.url,
      payload: {
        username: "名",
        email: "taro.yamada+again@gmail.com",
        password: "tomato-soup-41",
        password2: "tomato-soup-41",
        agreedToTerms: true,
        subscription_status: "trial",
      },
    });
    expect([signup.statusCode, Object.keys(signup.json().fields ?? {})]).toEqual([400, ["email"]]);
  });

  test("gets no mail, neither at the import nor from the automatic mails of what was before", async () => {
    await t.db.query({ text: "update mailings set send_at = $1", values: [t.clock.daysAgo(30)] });
    const verified = (created_at: string) => member({ created_at, email_verified_at: t.clock.daysAgo(0.01) });
    await upload([
      verified(t.clock.daysAgo(1)),
      { ...verified(t.clock.daysAgo(6.5)), subscription_status: "trial" },
      { ...verified(t.clock.daysAgo(8)), subscription_status: "trial" },
    ]);
    await listMailOccasions(t.db, SITE, t.clock.now());
    expect(await selectRows(t.db, "mail_outbox")).toEqual([]);
    const recipients = await selectRows(t.db, "mailing_recipients");
    expect(recipients.length).toBeGreaterThan(3);
    expect([...new Set(recipients.map(({ outcome }) => outcome))]).toEqual(["skipped"]);
    await t.db.query({ text: "update mailings set send_at = null" });
  });

  test("without a password hash logs in with a new password only, and raises no alarm", async () => {
    const cells = [member(), member({ password_hash: "!nE3xUnusable" })];
    await upload(cells);
    for (const { email } of cells) {
      const payload = { email, password: "!nE3xUnusable" };
      const answer = await t.app.inject({ method: "POST", url: contract.auth.login.url, payload });
      expect(answer.statusCode).toBe(401);
    }
  });
});

describe("a file", () => {
  test("with wrong rows says in Japanese what is wrong and where, and gives them back", async () => {
    const video = await createVideo(t.db, t.clock);
    const first = member({ customer_id: "cus_first" });
    const wrong: [Cells, string][] = [
      [member({ email: "nobody" }), "email：メールアドレスの形式が正しくありません。"],
      [member({ email: "a@invalid.example" }), "email：このメールアドレスは使用できません。"],
      [member({ username: " " }), "username：ユーザー名を入力してください。"],
      [member({ username: "名".repeat(51) }), "username：ユーザー名は50文字以内で入力してください。"],
      [member({ created_at: "" }), "created_at：会員登録の日時を入力してください。"],
      [member({ created_at: "2024-02-30" }), "created_at：日時は「2026-01-31 18:00」のように入力してください。"],
      [member({ created_at: "2099-01-01" }), "created_at：未来の日時です。"],
      [member({ access_granted_until: "2099-01-01" }), "access_granted_until：10年以内の日時を入力してください。"],
      [member({ subscription_status: "vip" }), "subscription_status："],
      [member({ subscription_status: "active", subscription_plan: "monthly" }), "customer_id：有料会員には、"],
      [member({ subscription_status: "active", customer_id: "cus_x" }), "subscription_plan：有料会員のプラン"],
      [member({ cancel_at_period_end: "maybe" }), "cancel_at_period_end：trueまたはfalse"],
      [member({ customer_id: "12" }), "customer_id：「cus_」で始まる"],
      [member({ customer_id: "cus_first" }), "customer_id：2行目と同じ顧客番号です。"],
      [{ ...member(), email: first.email?.toUpperCase() ?? "" }, "email：2行目と同じメールアドレスです。"],
      [member({ password_hash: "md5$salt$0cc175b9c0f1b6a831c399e269772661" }), "password_hash：読み取れない形式です。"],
      [member({ password_hash: HASH.replace("260000", "9999999") }), "password_hash：読み取れない形式です。"],
      [member({ favorites: `${video.video_id}|gone` }), "favorites：登録されていない動画IDがあります：「gone」"],
      [member({ history: `${video.video_id} yesterday` }), "history：「動画ID 2026-01-31T09:00:00Z」"],
    ];
    const answer = (await upload([first, ...wrong.map(([cells]) => cells)], { dry_run: true })).json();
    expect(answer).toMatchObject({ created_count: 1, error_count: wrong.length });
    for (const [index, [, says]] of wrong.entries()) {
      expect(answer.errors[index]).toContain(`${index + 3}行目：${says}`);
      expect(answer.errors[index]).toMatch(/[ぁ-ん]/);
    }
    expect(answer.bad_rows.split("\r\n")).toHaveLength(wrong.length + 2);
    expect(answer.bad_rows).toContain(",エラー\r\n");
    expect(await userOf(first)).toBeUndefined();
  });

  test("in a dry run changes nothing, and its import says the same", async () => {
    const rows = [member(), member({ email: "wrong" })];
    const { message: would } = (await upload(rows, { dry_run: true })).json();
    expect(would).toBe("1人の会員を取り込めます。1行に誤りがあります。");
    expect(await userOf(rows[0] ?? {})).toBeUndefined();
    expect((await upload(rows)).json().message).toBe("1人の会員を取り込みました。1行に誤りがあります。");
  });

  test.each([
    [20, null],
    [21, "21人の会員を取り込みます。"],
  ])("of %i members asks: %j", async (count, error) => {
    const rows = Array.from({ length: count }, () => member());
    const answer = await upload([...rows, member({ email: "wrong" })]);
    expect(answer.statusCode).toBe(error === null ? 200 : 409);
    if (error === null) return;
    expect(answer.json()).toMatchObject({ type: "confirmation_required", error });
    expect(await userOf(rows[0] ?? {})).toBeUndefined();
    expect((await upload(rows, { confirmed: true })).json()).toMatchObject({ created_count: count });
  });

  test("a second time changes nothing, and never an account that was there before", async () => {
    const [taken] = await selectRows(t.db, "users", { id: by });
    const rows = [member({ password_hash: HASH }), { ...member(), email: taken?.email ?? "", password_hash: HASH }];
    await upload(rows);
    const sums = async () => [
      await selectRows(t.db, "users"),
      await selectRows(t.db, "membership_changes"),
      await selectRows(t.db, "audit_log"),
    ];
    const before = await sums();
    expect((await upload([{ ...rows[0], username: "別名" }, rows[1] ?? {}])).json()).toMatchObject({
      message: "0人の会員を取り込みました。2人はすでに登録されているため、変更しません。",
      created_count: 0,
      existing_count: 2,
    });
    expect(await sums()).toEqual(before);
    expect((await selectRows(t.db, "users", { id: by }))[0]).toEqual(taken);
  });

  test("that was interrupted continues where it ended, with nobody half", async () => {
    const video = await createVideo(t.db, t.clock);
    const cells = Array.from({ length: 2_500 }, () => member({ favorites: video.video_id }));
    const rows = cells.map((row, index): CsvRow => {
      const all = Object.fromEntries(MEMBER_COLUMNS.map((column) => [column, row[column] ?? ""]));
      return { number: index + 2, cells: all, raw: [] };
    });
    const run = (stopAfter: number) => {
      let batches = 0;
      const onBatch = () => ++batches < stopAfter;
      const given = { db: t.db, now: t.clock.now, rows, errors: new RowErrors(), isDryRun: false, by, reason: "" };
      return importMembers({ ...given, onBatch });
    };
    expect(await run(1)).toEqual({ created: 1_000, existing: 0 });
    const all = await Promise.allSettled([run(9), run(9)]);
    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(await run(9)).toEqual({ created: 0, existing: 2_500 });
    const { rows: found } = await t.db.query<{ members: number; saved: number; counted: number }>({
      text: `select count(*)::int as members, count(f.user_id)::int as saved, sum(c.favorites)::int as counted
               from users u left join favorites f on f.user_id = u.id left join member_counts c on c.user_id = u.id
              where u.email = any ($1)`,
      values: [cells.map(({ email }) => email)],
    });
    expect(found).toEqual([{ members: 2_500, saved: 2_500, counted: 2_500 }]);
  });
});

test("only superusers import and export", async () => {
  headers = (await calls.withRights({ may_see_members: true, may_see_money: true })).headers;
  expect((await upload([member()])).statusCode).toBe(403);
  const url = contract.adminMoving.exportMembers.url;
  expect((await t.app.inject({ method: "POST", url, headers, payload: { reason: "x" } })).statusCode).toBe(403);
});

test("the screen's export has no password hash, and its file comes back without a change", async () => {
  const video = await createVideo(t.db, t.clock);
  await upload([
    member({ password_hash: HASH, history: `${video.video_id} 2025-02-01T09:00:00Z 1 2`, username: "=1+1" }),
  ]);
  const url = contract.adminMoving.exportMembers.url;
  const answer = await t.app.inject({ method: "POST", url, headers, payload: { reason: "移転" } });
  const { csv, count } = answer.json<{ csv: string; count: number }>();
  expect(count).toBe((await selectRows(t.db, "users")).length);
  expect(csv).not.toContain("pbkdf2");
  expect(csv).not.toContain("argon2");
  expect((await selectRows(t.db, "audit_log", { action: "member_list.move_out" })).at(-1)).toMatchObject({
    user_id: by,
    reason: "移転",
    after: { count },
  });
  expect((await upload([], { file: csv })).json()).toMatchObject({
    created_count: 0,
    existing_count: count,
    errors: [],
  });
});

describe("in another service", () => {
  const other = useTestApp();

  test("the command's export makes the same members", async () => {
    const export_ = async (app: typeof t) => {
      let csv = "";
      await writeMembers(app.db, { withHashes: true, write: (part) => void (csv += part) });
      return csv;
    };
    // Members of the factory have none that anybody could read.
    await t.db.query({
      text: "update users set password_hash = $1 where not starts_with(password_hash, '$argon2id$')",
      values: [HASH],
    });
    const csv = await export_(t);
    for (const { video_id } of await selectRows(t.db, "videos")) await createVideo(other.db, other.clock, { video_id });
    const members = csv.split("\r\n").length - 2;
    expect(members).toBeGreaterThan(2_500);
    const errors = new RowErrors();
    const { rows } = await readCsv(fileOf(csv, "members.csv"), "csv_file", COLUMNS);
    const given = { db: other.db, now: other.clock.now, rows, errors, isDryRun: false, by: null, reason: "" };
    const counts = await importMembers({ ...given, onBatch: () => true });
    expect([errors.toSentences(), counts]).toEqual([[], { created: members, existing: 0 }]);
    expect((await export_(other)).split("\r\n").toSorted()).toEqual(csv.split("\r\n").toSorted());
  });
});
