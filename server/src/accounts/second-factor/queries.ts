import { command, type Database, instant, int, nullable, statement, text } from "../../db/statement.ts";
import type { Seal } from "../../crypto/seal.ts";
import { recoveryCode } from "./recovery-codes.ts";
import { newSecret, stepOf } from "./totp.ts";

const find = statement("second-factor.find", { enabled_at: nullable(instant) })`
  select enabled_at from second_factors where user_id = $1`;

const start = statement("second-factor.start", { user_id: int })`
  insert into second_factors as f (user_id, sealed_secret, created_at) values ($1, $2, $3)
  on conflict (user_id) do update set sealed_secret = $2, created_at = $3, last_step = 0
    where f.enabled_at is null
  returning user_id`;

const findSecret = statement("second-factor.find-secret", { sealed_secret: text })`
  select sealed_secret from second_factors
   where user_id = $1 and (enabled_at is not null) = $2 and ($2 or created_at > $3)`;

const enable = statement("second-factor.enable", { user_id: int })`
  update second_factors set enabled_at = $3, last_step = $2
   where user_id = $1 and enabled_at is null and sealed_secret = $4
  returning user_id`;

/** Of two concurrent requests with the same code, one succeeds. */
const takeStep = statement("second-factor.use-step", { user_id: int })`
  update second_factors set last_step = $2
   where user_id = $1 and enabled_at is not null and last_step < $2
  returning user_id`;

const remove = statement("second-factor.remove", { enabled_at: nullable(instant) })`
  delete from second_factors where user_id = $1 returning enabled_at`;

const removeCodes = command("second-factor.remove-codes")`delete from recovery_codes where user_id = $1`;

/** Milliseconds in which the first code of a new secret must arrive. */
const SET_UP_TIME = 30 * 60_000;

/** @returns when the second factor was turned on, or null */
export async function secondFactorSince(db: Database, userId: number): Promise<string | null> {
  const [factor] = await find(db, [userId]);
  return factor?.enabled_at ?? null;
}

/** @returns a new secret, which its first code turns on; null when the second factor is on already */
export async function startSecondFactor(db: Database, seal: Seal, userId: number, now: number): Promise<string | null> {
  const secret = newSecret();
  const values = [userId, seal.close(secret, ownerOf(userId)), new Date(now).toISOString()];
  return (await start(db, values)).length > 0 ? secret : null;
}

export type FirstCode = { isRight: true; enable: (tx: Database) => Promise<boolean> } | { isRight: false };

/**
 * Checks the first code of a new secret.
 * @returns null without a new secret; else `enable`, which returns false when another request was first
 */
export async function checkFirstCode(
  db: Database,
  seal: Seal,
  { userId, code }: { userId: number; code: string },
  now: number,
): Promise<FirstCode | null> {
  const [waiting] = await findSecret(db, [userId, false, new Date(now - SET_UP_TIME).toISOString()]);
  const secret = waiting ? seal.open(waiting.sealed_secret, ownerOf(userId)) : null;
  if (!waiting || secret === null) return null;
  const step = stepOf(code, secret, now);
  if (step === null) return { isRight: false };
  const values = [userId, step, new Date(now).toISOString(), waiting.sealed_secret];
  return { isRight: true, enable: async (tx) => (await enable(tx, values)).length > 0 };
}

export interface CheckedCode {
  kind: "totp" | "recovery";
  /** Uses the code up. @returns false when it was used before, or when the recovery code is wrong */
  use(db: Database): Promise<boolean>;
}

/**
 * Checks a code of an account whose second factor is on. Slow work happens here, so that a transaction with `use` is
 * short.
 * @returns null for a wrong code
 */
export async function checkCode(
  db: Database,
  seal: Seal,
  { userId, code }: { userId: number; code: string },
  now: number,
): Promise<CheckedCode | null> {
  if (!isAuthenticatorCode(code)) {
    const use = await recoveryCode(db, { userId, code }, now);
    return use && { kind: "recovery", use };
  }
  const [factor] = await findSecret(db, [userId, true, new Date(now).toISOString()]);
  const secret = factor ? seal.open(factor.sealed_secret, ownerOf(userId)) : null;
  const step = secret === null ? null : stepOf(code, secret, now);
  if (step === null) return null;
  return { kind: "totp", use: async (tx) => (await takeStep(tx, [userId, step])).length > 0 };
}

/** `tx` must be a transaction. @returns whether it was on */
export async function removeSecondFactor(tx: Database, userId: number): Promise<boolean> {
  const [removed] = await remove(tx, [userId]);
  await removeCodes(tx, [userId]);
  return removed !== undefined && removed["enabled_at"] !== null;
}

/** Every other code is a recovery code. */
export function isAuthenticatorCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

function ownerOf(userId: number): string {
  return `second-factor:${userId}`;
}
