import { randomBytes, randomInt } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { RECOVERY_CODES } from "@manabiya/contract/accounts/second-factor.ts";
import { COST, queued } from "../passwords/password.ts";
import { command, type Database, int, statement, text } from "../../db/statement.ts";

/** Without characters that look alike on paper: 0 and O, 1 and I. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 10;
const SALT_BYTES = 16;

const remove = command("second-factor.remove-recovery-codes")`delete from recovery_codes where user_id = $1`;

const insert = command("second-factor.insert-recovery-codes")`
  insert into recovery_codes (user_id, code_hash, salt) select $1, unnest($2::text[]), $3`;

const findSalt = statement("second-factor.find-salt", { salt: text })`
  select salt from recovery_codes where user_id = $1 limit 1`;

const use = statement("second-factor.use-recovery-code", { user_id: int })`
  update recovery_codes set used_at = $3
   where user_id = $1 and code_hash = $2 and used_at is null
  returning user_id`;

const count = statement("second-factor.count-recovery-codes", { left: int })`
  select count(*)::integer as left from recovery_codes where user_id = $1 and used_at is null`;

export interface HashedCodes {
  codes: string[];
  hashes: string[];
  salt: string;
}

/** Five bits of each character are random. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Must run outside transactions: hashing is slow. */
export async function makeRecoveryCodes(): Promise<HashedCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomCode(LENGTH));
  const salt = randomBytes(SALT_BYTES).toString("base64url");
  return { codes, salt, hashes: await Promise.all(codes.map((code) => hashCode(code, salt))) };
}

/** Older codes stop working. `tx` must be a transaction. */
export async function replaceRecoveryCodes(tx: Database, userId: number, made: HashedCodes): Promise<void> {
  await remove(tx, [userId]);
  await insert(tx, [userId, made.hashes, made.salt]);
}

/** @returns a function that uses the code up and returns false for a wrong or used one; null without any codes */
export async function recoveryCode(
  db: Database,
  { userId, code }: { userId: number; code: string },
  now: number,
): Promise<((tx: Database) => Promise<boolean>) | null> {
  const [found] = await findSalt(db, [userId]);
  if (!found) return null;
  const values = [userId, await hashCode(code, found.salt), new Date(now).toISOString()];
  return async (tx) => (await use(tx, values)).length > 0;
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [row] = await count(db, [userId]);
  return row?.left ?? 0;
}

/** A code has fifty bits, too few for a fast hash. All codes of a member share a salt, so that a look-up costs one hash. */
function hashCode(code: string, salt: string): Promise<string> {
  return queued(() => hash(code, { ...COST, salt: Buffer.from(salt, "base64url") }));
}
