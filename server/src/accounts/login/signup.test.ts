import { describe, expect, test } from "vitest";
import { contract } from "@manabiya/contract";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();

const GOOD = {
  username: "山田 花子",
  email: "hanako@example.com",
  password: "tomato-soup-41",
  password2: "tomato-soup-41",
  subscription_status: "inactive",
  agreedToTerms: true,
};

let count = 0;

function signup(changes: Record<string, unknown> = {}) {
  const email = `person-${++count}@example.com`;
  return t.app.inject({ method: "POST", url: contract.auth.signup.url, payload: { ...GOOD, email, ...changes } });
}

test("signup returns the session user and tokens of a new session", async () => {
  const response = await signup();
  expect(response.statusCode).toBe(201);
  const { user, token } = response.json();
  expect(user).toEqual({ id: expect.any(Number), username: "山田 花子", subscription_status: "inactive" });
  const profile = await t.app.inject({
    url: contract.profile.get.url,
    headers: { authorization: `Bearer ${token.access}` },
  });
  expect(profile.json()).toMatchObject({ subscription_plan: "none", can_watch: false, trial_days_left: null });
});

test.each([" ", "　", "\u200b", "\u2060\u00ad \ufeff", "\u3164"])(
  "an invisible username (%j) is refused",
  async (username) => {
    const response = await signup({ username });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ username: ["ユーザー名を入力してください。"] });
  },
);

test("a username has no line breaks and keeps joined emoji whole", async () => {
  const { user } = (await signup({ username: " 山田\n \t花子　👨‍👩‍👧 " })).json();
  expect(user.username).toBe("山田 花子 👨‍👩‍👧");
});

test("a new trial can watch and has seven days left", async () => {
  const { token } = (await signup({ subscription_status: "trial" })).json();
  const headers = { authorization: `Bearer ${token.access}` };
  const profile = await t.app.inject({ url: contract.profile.get.url, headers });
  expect(profile.json()).toMatchObject({ subscription_status: "trial", can_watch: true, trial_days_left: 7 });
});

test.each([
  ["agreedToTerms", false, "利用規約とプライバシーポリシーへの同意が必要です。"],
  ["agreedToTerms", "yes", "利用規約とプライバシーポリシーへの同意が必要です。"],
  ["agreedToTerms", undefined, "利用規約とプライバシーポリシーへの同意が必要です。"],
  ["password2", "something-else-1", "パスワードが一致しません"],
  ["password", "short-7", "パスワードは8文字以上で入力してください"],
  ["password", "1234567890123", "パスワードを数字だけにすることはできません。"],
  ["password", "１２３４５６７８９", "パスワードを数字だけにすることはできません。"],
  ["password", "a".repeat(129), "パスワードは128文字以内で入力してください。"],
  ["password", "Manabiya-2026!", "サービス名をもとにしたパスワードは使用できません。"],
  ["password", "password123", "このパスワードはよく使われているため使用できません。"],
  ["password", "nul\0nul-nul", "使用できない文字が含まれています。"],
  ["password", 12345678, "パスワードを入力してください。"],
  ["username", "", "ユーザー名を入力してください。"],
  ["username", "   ", "ユーザー名を入力してください。"],
  ["username", "あ".repeat(51), "ユーザー名は50文字以内で入力してください。"],
  ["username", "名\0前", "使用できない文字が含まれています。"],
  ["username", "\ud800", "使用できない文字が含まれています。"],
  ["username", ["配列"], "ユーザー名を入力してください。"],
  ["email", "", "メールアドレスを入力してください。"],
  ["email", "not-an-address", "メールアドレスの形式が正しくありません。"],
  ["email", `${"a".repeat(250)}@example.com`, "メールアドレスは254文字以内で入力してください。"],
  ["email", null, "メールアドレスを入力してください。"],
])("%s %j is refused: %s", async (field, value, message) => {
  const both = field === "password" ? { password2: value } : {};
  const response = await signup({ [field]: value, ...both });
  expect(response.statusCode).toBe(400);
  const body = response.json();
  expect(body.type).toBe("validation_error");
  expect(body.fields[field]).toContain(message);
  expect(body[field]).toEqual(body.fields[field]);
});

test("refuses every subscription status except inactive and trial", async () => {
  for (const subscription_status of ["active", "canceled", "", 1]) {
    expect((await signup({ subscription_status })).statusCode).toBe(400);
  }
});

test("ignores unknown fields, so that no signup makes staff", async () => {
  const { token } = (await signup({ is_staff: true, is_superuser: true })).json();
  const headers = { authorization: `Bearer ${token.access}` };
  const profile = await t.app.inject({ url: contract.profile.get.url, headers });
  expect(profile.json()).toMatchObject({ is_staff: false, is_superuser: false });
});

describe("one account and one trial per person", () => {
  test("an address in another case or width is the same address", async () => {
    expect((await signup({ email: "taro@example.com" })).statusCode).toBe(201);
    for (const email of ["Taro@Example.com", " taro@example.com ", "ｔａｒｏ@example.com"]) {
      const response = await signup({ email });
      expect(response.json().fields.email).toEqual([
        "このメールアドレスはすでに登録されています。ログインするか、別のメールアドレスを入力してください。",
      ]);
    }
  });

  test("a second trial of the same mailbox is refused and creates no account", async () => {
    const trial = { subscription_status: "trial" };
    expect((await signup({ ...trial, email: "jiro@gmail.com" })).statusCode).toBe(201);
    const second = await signup({ ...trial, email: "ji.ro+2@googlemail.com" });
    expect(second.json().fields.email).toEqual([
      "このメールアドレスでは無料体験をすでにご利用いただいています。続けて視聴するには、会員登録のうえプランをお申し込みください。",
    ]);
    expect((await signup({ email: "ji.ro+2@googlemail.com" })).statusCode).toBe(201);
  });

  test("eight concurrent signups with the same address create one account", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => signup({ email: "saburo@example.com" })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(400),
    ]);
  });
});

test("limits signups from one address", async () => {
  const from = (address: string) =>
    t.app.inject({
      method: "POST",
      url: contract.auth.signup.url,
      payload: { ...GOOD, email: "taken@example.com" },
      headers: { "x-forwarded-for": address },
    });
  const statuses: number[] = [];
  // The limit counts attempts, also those that fail because the address is taken.
  for (let attempt = 0; attempt < 61; attempt++) statuses.push((await from("203.0.113.7")).statusCode);
  expect(statuses.at(-2)).toBe(400);
  expect(statuses.at(-1)).toBe(429);
  expect((await from("203.0.113.8")).statusCode).toBe(400);
});
