import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../../test/testing/account-calls.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useProductCost } from "../../../test/testing/password-cost.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { renewHash } from "./new-password.ts";
import { hashPassword } from "./password.ts";

const t = useTestApp();
useProductCost();
const { member, login } = accountCalls(t);

/** 96 bytes and more, of which bcrypt alone reads 72. */
const LONG = "学び舎のパスワード🍅".repeat(4);

/**
 * Made by Debian's python3-django 3.2.25, python3-bcrypt 3.2.2 and python3-argon2 21.1.0: after
 * `settings.configure(PASSWORD_HASHERS=[…])`, `make_password(password, hasher=name)` for each. The hash in the form of Django
 * 1.10: `"argon2" + PasswordHasher(2, 512, 2, 16, 12, type=Type.I).hash(password)`.
 */
const HASHES: [kind: string, password: string, hash: string][] = [
  [
    "pbkdf2_sha256",
    PASSWORD,
    "pbkdf2_sha256$260000$uTqgGlAEXs28QsSK45aS45$jkKDuKzUq7/stMEwpZVLHGHbMsolNMa8kpHdDirRJM4=",
  ],
  ["bcrypt_sha256", PASSWORD, "bcrypt_sha256$$2b$12$1/9s1U7bvWzfQ0ZRTfzQ/ugYPbYor7GHBBQTPhG5NGKNAFQKesk/G"],
  [
    "bcrypt_sha256 of a long password",
    LONG,
    "bcrypt_sha256$$2b$12$3cirUVOrRUN57gY2ZWnX8OX0SO8D87irp/dZHCVPJJKkxo6BaptkG",
  ],
  ["Django's bcrypt", PASSWORD, "bcrypt$$2b$12$u4hoS77c5habkC5MWGciHu8.9hh8L9eBAwV8pANimP1MW3KvGKmS."],
  ["Django's bcrypt of a long password", LONG, "bcrypt$$2b$12$kTejm/E2B8SlfiVsbE/s7uCOU.DphLwA9381gOqKEFLxHksopVNvS"],
  ["bcrypt", PASSWORD, "$2b$12$u4hoS77c5habkC5MWGciHu8.9hh8L9eBAwV8pANimP1MW3KvGKmS."],
  ["argon2id", PASSWORD, "argon2$argon2id$v=19$m=102400,t=2,p=8$N2hDWnUzdTZaUmY3ak1FMEZOM1pVQw$kIeYGyWg7tIcQr7MqVarug"],
  ["argon2i", PASSWORD, "argon2$argon2i$v=19$m=512,t=2,p=2$H8wVljrXWtTI8Bxl$Uk4QObDlc5wUNF1DW0IgUA"],
];

const hashOf = async (email: string) => (await selectRows(t.db, "users", { email }))[0]?.password_hash;

test("logins at the same time with an imported hash all succeed", async () => {
  const { email } = await member({ password_hash: HASHES.at(-1)?.[2] ?? "" });
  const answers = await Promise.all(Array.from({ length: 6 }, () => login(email, PASSWORD)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
});

test.each([
  ["the same password", PASSWORD, true],
  ["another password", `${PASSWORD}-2`, false],
])("a login that finds the hash of %s in place of the imported one", async (_, present, isRight) => {
  const imported = HASHES.at(-1)?.[2] ?? "";
  const password_hash = await hashPassword(present);
  const { id } = await member({ password_hash });
  const request = { log: t.app.log, unreadableHashOf: null } as unknown as FastifyRequest;
  const renewed = await renewHash(request, t.db, { id, password_hash: imported }, PASSWORD);
  expect(renewed).toBe(isRight ? password_hash : null);
});

test("guesses at an imported hash are limited like others", async () => {
  const { email } = await member({ password_hash: HASHES.at(-1)?.[2] ?? "" });
  const address = "198.51.100.77";
  for (let guess = 0; guess < 10; guess++) await login(email, `guess-${guess}`, address);
  expect((await login(email, PASSWORD, address)).statusCode).toBe(429);
});

test("an imported second factor's owner logs in with the renewed hash", async () => {
  const { id, email } = await member({ password_hash: HASHES.at(-1)?.[2] ?? "" });
  await t.db.query({
    text: "insert into second_factors (user_id, sealed_secret, created_at, enabled_at) values ($1, 'sealed', now(), now())",
    values: [id],
  });
  const answer = await login(email, PASSWORD);
  expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining({ ticket: expect.any(String) })]);
  expect(await hashOf(email)).toMatch(/^\$argon2id/);
});

test.each(HASHES)("an imported hash logs in once and is argon2id afterwards: %s", async (_kind, password, hash) => {
  const { email } = await member({ password_hash: hash });
  expect((await login(email, `x${password}`)).statusCode).toBe(401);
  expect(await hashOf(email)).toBe(hash);
  expect((await login(email, password)).statusCode).toBe(200);
  const renewed = await hashOf(email);
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await login(email, password)).statusCode).toBe(200);
  expect(await hashOf(email)).toBe(renewed);
});
