import { contract } from "@manabiya/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { LoginForm } from "./login/login-form.tsx";
import { SignupForm } from "./login/signup-form.tsx";
import { NewPasswordForm } from "./passwords/new-password-form.tsx";
import { PasswordResetForm } from "./passwords/password-reset-form.tsx";

const UNREACHABLE = "サーバーとの通信に失敗しました。";
const GOOD = "tsubame-kaeru-42";

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;
let sent: { path: string; body: unknown }[];
/** The server's answer; undefined: none comes. */
let answer: [status: number, body: object] | undefined;
const onDone = vi.fn<() => void>();

beforeEach(() => {
  sent = [];
  answer = undefined;
  onDone.mockClear();
  vi.spyOn(window, "fetch").mockImplementation(async (path, init) => {
    const { pathname } = new URL(path instanceof Request ? path.url : path, location.href);
    sent.push({ path: pathname, body: JSON.parse(init?.body as string) });
    if (!answer) throw new TypeError("no network");
    const [status, body] = answer;
    return Response.json(body, { status });
  });
  position = document.body.appendChild(document.createElement("div"));
  root = createRoot(position);
});
afterEach(() => {
  root.unmount();
  position.remove();
  queryClient.clear();
  vi.restoreAllMocks();
});

const show = (form: ReactNode) =>
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>{form}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );

const field = (label: string) => {
  const found = [...position.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  const input = document.getElementById(found?.htmlFor ?? "");
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
};
function fill(values: Record<string, string>): void {
  for (const [label, text] of Object.entries(values)) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(label), text);
    flushSync(() => field(label).dispatchEvent(new Event("input", { bubbles: true })));
  }
}
/** Tries to submit, as a press of the button or Enter in a field. */
const submit = () => flushSync(() => position.querySelector("form")?.requestSubmit());
const messageAt = (label: string) =>
  (field(label).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join("\n");
const alert = () => position.querySelector("[role=alert]")?.textContent ?? "";
const invalid = (fields: object) => ({ type: "validation_error", error: "x", message: "x", fields });

describe("signing up", () => {
  const FIELDS = {
    ユーザー名: "学ぶ 花子",
    メールアドレス: "hanako@example.com",
    パスワード: GOOD,
    "パスワード（確認）": GOOD,
  };
  function open(changes: Partial<typeof FIELDS> = {}): void {
    show(<SignupForm status="trial" submitLabel="無料体験を始める" onDone={onDone} />);
    fill({ ...FIELDS, ...changes });
    flushSync(() => position.querySelector<HTMLInputElement>("input[type=checkbox]")?.click());
    submit();
  }

  test.each<[Partial<typeof FIELDS>, keyof typeof FIELDS, string]>([
    [{ "パスワード（確認）": "other" }, "パスワード（確認）", "パスワードが一致しません"],
    [{ パスワード: "short", "パスワード（確認）": "other" }, "パスワード", "パスワードは8文字以上で入力してください"],
    [{ パスワード: "short", "パスワード（確認）": "other" }, "パスワード（確認）", "パスワードが一致しません"],
    [
      { パスワード: "1234567890", "パスワード（確認）": "1234567890" },
      "パスワード",
      "パスワードを数字だけにすることはできません。",
    ],
    [{ メールアドレス: "taro@" }, "メールアドレス", "メールアドレスの形式が正しくありません。"],
  ])("with %j says at %s: %s", async (changes, label, message) => {
    open(changes);
    await expect.poll(() => messageAt(label)).toContain(message);
    expect(sent).toEqual([]);
    fill({ [label]: "x" });
    expect(messageAt(label)).not.toContain(message);
  });

  test("sends what was typed, and is signed in", async () => {
    const user = { id: 7, username: "学ぶ 花子", subscription_status: "trial" };
    answer = [200, { user, token: { access: "a", refresh: "r" } }];
    open();
    await expect.poll(() => onDone.mock.calls).toHaveLength(1);
    expect(sent).toMatchObject([
      {
        path: contract.auth.signup.url,
        body: { username: "学ぶ 花子", email: "hanako@example.com", password: GOOD, subscription_status: "trial" },
      },
    ]);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject(user);
  });

  test.each<[string, [number, object] | undefined, string[]]>([
    ["fields", [400, invalid({ username: ["短すぎます。", "使用中です。"] })], ["短すぎます。", "使用中です。"]],
    [
      "a field that the form lacks",
      [400, invalid({ username: "使用中です。", captcha: ["画像の文字が違います。"] })],
      ["使用中です。", "画像の文字が違います。"],
    ],
    [
      "its own failure",
      [
        400,
        { type: "server_error", error: "x", message: "登録できませんでした。", detail: "データベースが停止中です。" },
      ],
      ["登録できませんでした。", "データベースが停止中です。"],
    ],
    ["an unknown failure", [418, { error: "紅茶です。" }], ["サインアップに失敗しました。もう一度お試しください。"]],
    ["nothing readable", [400, {}], ["サインアップに失敗しました。もう一度お試しください。"]],
    ["success without a token", [200, {}], ["サインアップに失敗しました。もう一度お試しください。"]],
    ["no answer", undefined, [UNREACHABLE]],
  ])("shows that the server told of %s", async (_what, given, texts) => {
    answer = given;
    open();
    for (const text of texts) await expect.poll(() => position.textContent).toContain(text);
    expect(field("パスワード").value).toBe(GOOD);
    expect(onDone).not.toHaveBeenCalled();
  });

  test("cannot be submitted twice", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.mocked(window.fetch).mockImplementation(() => (sent.push({ path: "", body: null }), promise));
    open();
    const button = () => position.querySelector<HTMLElement>("button[type=submit]");
    await expect.poll(() => button()?.ariaBusy).toBe("true");
    flushSync(() => button()?.click());
    resolve(Response.json({}));
    await expect.poll(alert).not.toBe("");
    expect(sent).toHaveLength(1);
  });
});

test.each([
  [{ user: { id: 1, username: "a", subscription_status: "active" } }],
  [{ user: { id: 1 }, token: { access: "a" } }],
  [{ token: { access: "a", refresh: "r" } }],
])("a login is a failure when the answer lacks the user or a token: %j", async (body) => {
  answer = [200, body];
  show(<LoginForm />);
  fill({ メールアドレス: "member@example.com", パスワード: GOOD });
  submit();
  await expect.poll(alert).toBe("ログインに失敗しました。もう一度お試しください。");
  expect({ ...localStorage }).toEqual({});
});

describe("a forgotten password", () => {
  const open = (email: string) => {
    show(<PasswordResetForm email="" onSent={onDone} />);
    fill({ メールアドレス: email });
    submit();
  };

  test("is asked for by an address", async () => {
    answer = [200, {}];
    open("taro@example.com");
    await expect.poll(() => onDone.mock.calls).toEqual([["taro@example.com"]]);
    expect(sent).toMatchObject([{ path: contract.auth.requestPasswordReset.url, body: { email: "taro@example.com" } }]);
  });

  test.each([
    ["", "メールアドレスを入力してください。"],
    ["taro", "メールアドレスの形式が正しくありません。"],
  ])("needs a valid address: %j", async (email, message) => {
    open(email);
    await expect.poll(() => messageAt("メールアドレス")).toContain(message);
    expect(field("メールアドレス").type).toBe("email");
    expect(document.activeElement).toBe(field("メールアドレス"));
    expect(sent).toEqual([]);
  });

  const FAILED = "パスワードリセットメールの送信に失敗しました。";
  test.each<[[number, object] | undefined, string]>([
    [[400, { email: ["一件目", "二件目"], error: "ほかの文" }], "一件目"],
    [[429, { error: "試行回数が多すぎます。" }], "試行回数が多すぎます。"],
    [[500, {}], FAILED],
    [undefined, `${FAILED}\n${UNREACHABLE}`],
  ])("shows the server's message: %j", async (given, sentence) => {
    answer = given;
    open("taro@example.com");
    await expect.poll(() => alert() || messageAt("メールアドレス")).toBe(sentence);
    expect(field("メールアドレス").value).toBe("taro@example.com");
  });
});

describe("a new password", () => {
  const open = (password = GOOD, repeated = password) => {
    show(<NewPasswordForm token="anything" onDone={onDone} />);
    fill({ 新しいパスワード: password, "新しいパスワード（確認）": repeated });
    submit();
  };
  const messages = () => [messageAt("新しいパスワード"), messageAt("新しいパスワード（確認）"), alert()].join("\n");

  test("is checked before it is sent", async () => {
    open("short", "other");
    await expect.poll(messages).toContain("パスワードは8文字以上で入力してください");
    expect(messages()).toContain("パスワードが一致しません");
    fill({ 新しいパスワード: GOOD, "新しいパスワード（確認）": "something-else-9" });
    submit();
    await expect.poll(messages).toContain("パスワードが一致しません");
    expect(messages()).not.toContain("パスワードは8文字以上で入力してください");
    expect(sent).toEqual([]);
  });

  test("is sent with the link's token", async () => {
    answer = [200, { success: true }];
    open();
    await expect.poll(() => onDone.mock.calls).toEqual([[false]]);
    expect(sent).toMatchObject([
      { path: contract.auth.confirmPasswordReset.url, body: { token: "anything", new_password: GOOD } },
    ]);
  });

  const FAILED = "パスワードの変更に失敗しました。もう一度お試しください。";
  test.each<[[number, object] | undefined, string]>([
    [[200, { success: false, error: "このリンクは使用済みです。" }], "このリンクは使用済みです。"],
    [[200, { success: false }], "パスワードの変更に失敗しました。"],
    [[400, { new_password2: ["二つ目の一件目", "二件目"], new_password: ["一つ目"] }], "二つ目の一件目"],
    [[400, { new_password: ["一つ目の一件目", "二件目"], error: "ほかの文" }], "一つ目の一件目"],
    [[400, { error: "リンクの期限が切れています。" }], "リンクの期限が切れています。"],
    [[400, {}], "入力内容に誤りがあります。"],
    [[500, { error: "内部" }], "サーバーエラーが発生しました。しばらくしてから、もう一度お試しください。"],
    [[403, { error: "権限" }], FAILED],
    [[503, {}], FAILED],
    [undefined, `${FAILED}\n${UNREACHABLE}`],
  ])("shows the server's message: %j", async (given, sentence) => {
    answer = given;
    open();
    await expect.poll(messages).toContain(sentence);
    for (const other of ["二件目", "ほかの文", "内部", "権限"]) expect(messages()).not.toContain(other);
    expect(field("新しいパスワード").value).toBe(GOOD);
    expect(onDone).not.toHaveBeenCalled();
  });
});
