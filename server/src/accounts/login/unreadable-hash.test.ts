import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import type { Answered } from "../../http/request-log.ts";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import { resetTokenOf } from "../../../test/testing/mails.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member, login, requestReset, confirmReset } = accountCalls(t);

const FOREIGN = "scrypt$bXlzYWx0$16384$8$1$JqbZQKoQZgGmcz1LpRl2dJqJqkBpVQ5tXLQFZ7wKJ0U=";

const HASHES = [
  ["Django's scrypt", FOREIGN],
  ["MD5", "md5$salt$0cc175b9c0f1b6a831c399e269772661"],
  ["pbkdf2 of absurd cost", "pbkdf2_sha256$9999999$bXlzYWx0$JqbZQKoQZgGmcz1LpRl2dJqJqkBpVQ5tXLQFZ7wKJ0U="],
  ["bcrypt of absurd cost", "bcrypt$$2b$31$C6UzMDM.H6dfI/f/IKcEeO7v9m1zW1Yt6y8QeF3b7hQk0yq0Vb8mC"],
  ["argon2 of absurd memory", "argon2$argon2id$v=19$m=999999,t=2,p=8$N2hDWnUzdTZaUmY3ak1FMA$kIeYGyWg7tIcQr7MqVarug"],
  ["argon2 of absurd time", "$argon2id$v=19$m=19456,t=99,p=1$N2hDWnUzdTZaUmY3ak1FMA$kIeYGyWg7tIcQr7MqVarug"],
  ["truncated pbkdf2", "pbkdf2_sha256$260000$bXlzYWx0$JqbZQKoQZgGmcz1LpRl2"],
  ["truncated bcrypt", "$2b$12$C6UzMDM.H6dfI/f/IKcEeO7v9m1zW1Yt6y8QeF3b7hQk0yq0Vb8m"],
  ["truncated argon2", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA"],
  ["scrypt", "$scrypt$ln=16,r=8,p=1$c2FsdA$aGFzaA"],
  ["empty", ""],
  ["plain", PASSWORD],
] as const;

const alarms = () =>
  t.errors.splice(0).map((line) => JSON.parse(line) as { level: number; account: number; msg: string });

describe("an account whose stored hash has an unknown format", () => {
  test.each(HASHES)("gets the answer of a wrong password, and one alarm: %s", async (_what, password_hash) => {
    const known = await login((await member()).email, "not the password");
    const user = await member({ password_hash });
    const response = await login(user.email);
    expect([response.statusCode, response.json()]).toEqual([401, known.json()]);
    const raised = alarms();
    expect(raised).toEqual([
      expect.objectContaining({ account: user.id, msg: "an account's password hash has an unknown format" }),
    ]);
    expect(JSON.stringify(raised)).not.toContain(user.email);
    if (password_hash !== "") expect(JSON.stringify(raised)).not.toContain(password_hash);
  });

  test("is counted for the metrics", async () => {
    const measured: Answered[] = [];
    const app = await createApp({ ...t.deps, measure: (answered) => void measured.push(answered) });
    const { email } = await member({ password_hash: FOREIGN });
    for (const to of [email, "nobody@example.com"]) {
      const payload = { email: to, password: PASSWORD };
      await app.inject({ method: "POST", url: contract.auth.login.url, payload });
    }
    await app.close();
    expect(measured.map(({ status, hasUnreadableHash }) => [status, hasUnreadableHash])).toEqual([
      [401, true],
      [401, undefined],
    ]);
    alarms();
  });

  test("logs in with a new password from a reset link", async () => {
    const { email } = await member({ password_hash: FOREIGN });
    await requestReset(email);
    expect((await confirmReset(await resetTokenOf(t.db, email))).statusCode).toBe(200);
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  test.each([
    [
      contract.profile.changePassword,
      { old_password: PASSWORD, new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD },
    ],
    [contract.profile.remove, { password: PASSWORD }],
  ])("cannot confirm its owner in a session: $url", async (route, payload) => {
    const { id } = await member({ password_hash: FOREIGN });
    const response = await call("POST", route.url, { headers: await t.as(id), payload });
    expect(response.statusCode).toBe(400);
    expect(alarms()).toHaveLength(1);
  });
});
