import { contract } from "@manabiya/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../passwords/password.ts";
import { createUser } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const PASSWORD = "tomato-soup-41";
let password_hash: string;

beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD);
});

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return t.app.inject({ method: "POST", url, payload, headers });
}

function login(email: string, password = PASSWORD, address = "203.0.113.1") {
  return post(contract.auth.login.url, { email, password }, { "x-forwarded-for": address });
}

describe("login", () => {
  test("returns the session user and tokens for an address in any case", async () => {
    const user = await createUser(t.db, t.clock, { password_hash, email: "case@example.com" });
    const response = await login(" CASE@example.com");
    expect(response.json()).toEqual({
      user: { id: user.id, username: user.username, subscription_status: "active" },
      token: { access: expect.any(String), refresh: expect.any(String) },
    });
  });

  test("returns the same answer for a wrong password and an unknown account", async () => {
    const user = await createUser(t.db, t.clock, { password_hash });
    const wrong = await login(user.email, "not-the-password");
    const unknown = await login("nobody@example.com");
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json().error).toBe("メールアドレスまたはパスワードが正しくありません。");
    expect(unknown.json()).toEqual(wrong.json());
  });

  test("names the missing fields", async () => {
    const response = await post(contract.auth.login.url, { email: "", password: "" });
    expect(response.json().fields).toEqual({
      email: ["メールアドレスを入力してください。"],
      password: ["パスワードが必要です。"],
    });
  });
});

describe("guessing", () => {
  test("ten wrong passwords from one network block that network and not the owner's", async () => {
    const user = await createUser(t.db, t.clock, { password_hash });
    for (let guess = 0; guess < 10; guess++) await login(user.email, `guess-${guess}`, "198.51.100.1");
    const closed = await login(user.email, PASSWORD, "198.51.100.1");
    expect(closed.statusCode).toBe(429);
    expect(Number(closed.headers["retry-after"])).toBeGreaterThan(0);
    expect((await login(user.email)).statusCode).toBe(200);
    t.clock.advance({ minutes: 16 });
    expect((await login(user.email, PASSWORD, "198.51.100.1")).statusCode).toBe(200);
  });

  test("guesses from many networks block the account for new networks only", async () => {
    const user = await createUser(t.db, t.clock, { password_hash });
    expect((await login(user.email, PASSWORD, "192.0.2.1")).statusCode).toBe(200);
    for (let guess = 0; guess < 50; guess++) await login(user.email, "guess", `198.51.100.${guess + 2}`);
    expect((await login(user.email, PASSWORD, "198.51.100.200")).statusCode).toBe(429);
    expect((await login(user.email, PASSWORD, "192.0.2.1")).statusCode).toBe(200);
  });

  test("all addresses of an IPv6 network count together", async () => {
    const user = await createUser(t.db, t.clock, { password_hash });
    for (let guess = 0; guess < 10; guess++) await login(user.email, "guess", `2001:db8:1:2::${guess}`);
    expect((await login(user.email, PASSWORD, "2001:db8:1:2:ffff::1")).statusCode).toBe(429);
    expect((await login(user.email, PASSWORD, "2001:db8:1:3::1")).statusCode).toBe(200);
  });

  test("the owner logs in from another address of a known network", async () => {
    const user = await createUser(t.db, t.clock, { password_hash });
    expect((await login(user.email, PASSWORD, "2001:db8:7:7::1")).statusCode).toBe(200);
    for (let guess = 0; guess < 50; guess++) await login(user.email, "guess", `198.51.101.${guess + 2}`);
    expect((await login(user.email, PASSWORD, "2001:db8:7:7:abcd::2")).statusCode).toBe(200);
    expect((await login(user.email, PASSWORD, "2001:db8:7:8::1")).statusCode).toBe(429);
  });

  test("the owner logs in with a known browser from any network, also from the one that guesses", async () => {
    const user = await createUser(t.db, t.clock, { password_hash });
    const first = await login(user.email, PASSWORD, "192.0.2.30");
    const [device] = first.cookies;
    const fromBrowser = (address: string, password = PASSWORD) =>
      post(
        contract.auth.login.url,
        { email: user.email, password },
        { "x-forwarded-for": address, cookie: `${device?.name}=${device?.value}` },
      );
    for (let guess = 0; guess < 50; guess++) await login(user.email, "guess", `198.51.102.${guess >> 1}`);
    expect((await login(user.email, PASSWORD, "192.0.2.31")).statusCode).toBe(429);
    expect((await fromBrowser("192.0.2.32")).statusCode).toBe(200);
    for (let guess = 0; guess < 10; guess++) await login(user.email, "guess", "192.0.2.33");
    expect((await fromBrowser("192.0.2.33")).statusCode).toBe(200);
    for (let guess = 0; guess < 10; guess++) await fromBrowser(`198.51.103.${guess}`, "guess");
    expect((await fromBrowser("198.51.103.99")).statusCode, "a stolen cookie has a limit of its own").toBe(429);
  });

  test.each([
    ["is believed from a trusted proxy", "127.0.0.1", 401],
    ["is ignored from a visitor", "198.51.100.77", 429],
  ])("a forwarded address that changes with each guess %s", async (_name, remoteAddress, status) => {
    const { email } = await createUser(t.db, t.clock, { password_hash });
    const from = (guess: number) => ({ "x-forwarded-for": `192.0.2.${guess + 100}` });
    const guessFrom = (guess: number) =>
      t.app.inject({
        method: "POST",
        url: contract.auth.login.url,
        payload: { email, password: "guess" },
        headers: from(guess),
        remoteAddress,
      });
    for (let guess = 0; guess < 10; guess++) await guessFrom(guess);
    expect((await guessFrom(10)).statusCode).toBe(status);
  });

  test("right passwords do not count as guesses", async () => {
    const user = await createUser(t.db, t.clock, { password_hash });
    for (let time = 0; time < 12; time++) {
      expect((await login(user.email, PASSWORD, "192.0.2.9")).statusCode).toBe(200);
    }
  });
});
