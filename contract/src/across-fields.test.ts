import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { everyCall } from "./every-call.ts";

interface Example {
  /** Breaks the rule over several fields and nothing else. */
  broken: Record<string, unknown>;
  /** The fields of the rule; the last one shows the message. */
  fields: [string, string];
  message: string;
  /** Values of the rule's own fields that are wrong by themselves as well. */
  alsoWrong?: Record<string, unknown>;
}

const MISMATCH = "パスワードが一致しません";

/** A change of which members are told without saying what changes. */
const CHANGE = { effective_on: "2026-12-31", announcement: "members", summary: "" };
const CHANGE_MESSAGE = "変更の概要を入力してください。";

/** A body for every call whose schema has a rule over several fields. */
const EXAMPLES: Record<string, Example> = {
  "auth.signup": {
    broken: {
      username: "花子",
      email: "hanako@example.com",
      password: "correct-horse-77",
      password2: "another-horse-77",
      subscription_status: "inactive",
      agreedToTerms: true,
      rotate: true,
    },
    fields: ["password", "password2"],
    message: MISMATCH,
    alsoWrong: { password: "short" },
  },
  "adminCoupons.create": {
    broken: {
      name: "春の割引",
      code: "HARU",
      unit: "percent",
      off: 101,
      duration: "once",
      months: null,
      max_redemptions: null,
      first_time: false,
      until: null,
      request_id: "0190a0a0-0000-4000-8000-000000000000",
    },
    fields: ["unit", "off"],
    message: "割引率は、1〜100の整数で入力してください。",
  },
  "adminCaptions.set": {
    broken: { lines: [], published: true, revision: 0 },
    fields: ["lines", "published"],
    message: "字幕が1行もないため、公開できません。",
  },
  "auth.confirmPasswordReset": {
    broken: { token: "t", new_password: "correct-horse-77", new_password2: "another-horse-77" },
    fields: ["new_password", "new_password2"],
    message: MISMATCH,
    alsoWrong: { new_password: "short" },
  },
  "profile.changePassword": {
    broken: {
      old_password: "old-horse-77",
      new_password: "correct-horse-77",
      new_password2: "another-horse-77",
      code: "123456",
    },
    fields: ["new_password", "new_password2"],
    message: MISMATCH,
    alsoWrong: { new_password: "1".repeat(200) },
  },
  "staffInvitation.join": {
    broken: { token: "t", username: "花子", new_password: "correct-horse-77", new_password2: "another-horse-77" },
    fields: ["new_password", "new_password2"],
    message: MISMATCH,
    alsoWrong: { new_password: "short" },
  },
  "notes.write": {
    broken: { video_id: 1, kind: "practice", second: 5, text: "試した", link: null, done_on: null, revision: 0 },
    fields: ["kind", "done_on"],
    message: "日付を入力してください。",
  },
  "adminPrices.create": {
    broken: { monthly: 1000, yearly: 12_000, starts_on: null, moves_on: null },
    fields: ["monthly", "yearly"],
    message: "年額プランは、月額プランの12か月分より安くしてください（月額の11.9倍まで）。",
  },
  "adminNotices.create": notice(),
  "adminNotices.update": notice(),
  "adminLegal.publishCommerce": {
    broken: {
      ...{ seller: "株式会社", manager: "花子", disclosure: "shown", address: "東京都", phone: "", hours: "" },
      ...{ email: "help@example.jp", price: "円", other_costs: "通信料", payment: "カード", delivery: "すぐ" },
      ...{ renewal: "毎月", returns: "不可", environment: "PC", conditions: "" },
    },
    fields: ["disclosure", "phone"],
    message: "電話番号を入力してください。",
  },
  "adminLegal.publishTerms": {
    broken: { operator: "株式会社", court: "東京地方裁判所", body: "第1条", extra: "", ...CHANGE },
    fields: ["announcement", "summary"],
    message: CHANGE_MESSAGE,
  },
  "adminLegal.publishPrivacy": {
    broken: {
      ...{ operator: "株式会社", operator_address: "東京都", representative: "", collected: "名前", purposes: "提供" },
      ...{ third_parties: "なし", processors: "なし", security: "あり", desk: "窓口", transmissions: [], extra: "" },
      ...CHANGE,
    },
    fields: ["announcement", "summary"],
    message: CHANGE_MESSAGE,
  },
  "videos.progress": {
    broken: { position: 3 },
    fields: ["duration", "position"],
    message: "再生位置が正しくありません。",
    alsoWrong: { position: "soon" },
  },
};

function notice(): Example {
  return {
    broken: {
      notice_category: "information",
      notice_title: "題",
      notice_content: "本文",
      state: "scheduled",
      published_at: null,
      revision: 1,
    },
    fields: ["state", "published_at"],
    message: "公開日時を入力してください。",
  };
}

const WRONG = [undefined, null, "", 0, "x", [], {}];

interface Checked {
  _zod: { def: { type: string; innerType?: Checked; checks?: { _zod: { def: { check: string } } }[] } };
}

/** True for an object schema, perhaps an optional one, with a rule over its fields. */
function hasRule({ _zod: { def } }: Checked): boolean {
  if (def.innerType) return hasRule(def.innerType);
  return def.type === "object" && (def.checks ?? []).length > 0;
}

const bodies = new Map(everyCall.map(({ name, route }) => [name, route.schema.body]));

function issuesOf(name: string, body: object) {
  const schema = bodies.get(name) as z.ZodMiniType;
  return schema.safeParse(body).error?.issues ?? [];
}

test("every call with a rule over several fields has an example here", () => {
  const ruled = [...bodies].filter(([, body]) => body && hasRule(body as unknown as Checked)).map(([name]) => name);
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(ruled.toSorted());
});

test.each(Object.entries(EXAMPLES))(
  "%s reports its rule over several fields beside every other error",
  (name, example) => {
    const { broken, fields, message, alsoWrong = {} } = example;
    const reports = (body: object) =>
      issuesOf(name, body).some((issue) => issue.path.join(".") === fields[1] && issue.message === message);
    expect(issuesOf(name, broken), "the example breaks nothing else").toHaveLength(1);
    expect(reports(broken)).toBe(true);
    const others = Object.keys(broken).filter((field) => !fields.includes(field));
    const attempts = others.flatMap((field) => WRONG.map((value) => ({ ...broken, [field]: value })));
    attempts.push({ ...broken, ...alsoWrong });
    attempts.push({ ...broken, ...Object.fromEntries(others.map((field) => [field, ""])), ...alsoWrong });
    const silent = attempts.filter((body) => !reports(body));
    expect(silent).toEqual([]);
  },
);

test("a field shows one error at a time, the first of its stages", () => {
  const body = { ...EXAMPLES["auth.signup"]?.broken, password2: "1234", password: "1234", email: "" };
  expect(issuesOf("auth.signup", body).map(({ path, message }) => [path[0], message])).toEqual([
    ["email", "メールアドレスを入力してください。"],
    ["password", "パスワードは8文字以上で入力してください"],
  ]);
});
