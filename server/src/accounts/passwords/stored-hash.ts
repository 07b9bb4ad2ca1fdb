import { createHash, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { verify as verifyArgon2 } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";

type Verify = (password: string) => Promise<boolean>;

/**
 * The greatest costs that are verified: about a second of one core. The cost comes with the hash from an import,
 * and every guess at that account pays it.
 */
const MAX = { iterations: 3_000_000, log2Rounds: 14, kibibytes: 131_072, passes: 8, lanes: 16 };

const ARGON2 = /^\$argon2(?:id|i)\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/]{11,86}\$[\w+/]{16,86}$/;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[\w./]{53}$/;
const PBKDF2 = /^pbkdf2_sha256\$(\d{1,7})\$([^$]{1,128})\$([\w+/]{43}=)$/;

const derive = promisify(pbkdf2);

/**
 * Reads a hash of this product, of Django (pbkdf2_sha256, bcrypt_sha256, bcrypt, argon2), or a bare one of bcrypt or
 * argon2.
 * @returns null for any other format and for an absurd cost
 */
export function readHash(stored: string): Verify | null {
  // Django writes its own name of the algorithm before the hash.
  const [, algorithm = "", hash = ""] = /^(argon2|bcrypt_sha256\$|bcrypt\$|)(\$.+)$/.exec(stored) ?? [];
  if (algorithm === "argon2" || (algorithm === "" && hash.startsWith("$argon2"))) return readArgon2(hash);
  if (hash !== "") return readBcrypt(hash, algorithm === "bcrypt_sha256$");
  return readPbkdf2(stored);
}

function readArgon2(hash: string): Verify | null {
  const [, kibibytes, passes, lanes] = ARGON2.exec(hash) ?? [];
  const isBounded = isWithin(kibibytes, MAX.kibibytes) && isWithin(passes, MAX.passes) && isWithin(lanes, MAX.lanes);
  return isBounded ? (password) => verifyArgon2(hash, password) : null;
}

/** @param isHashedFirst Django does so, because bcrypt reads 72 bytes only */
function readBcrypt(hash: string, isHashedFirst: boolean): Verify | null {
  const [, log2Rounds] = BCRYPT.exec(hash) ?? [];
  if (!isWithin(log2Rounds, MAX.log2Rounds)) return null;
  const given = (password: string) => (isHashedFirst ? createHash("sha256").update(password).digest("hex") : password);
  return (password) => verifyBcrypt(given(password), hash);
}

function readPbkdf2(stored: string): Verify | null {
  const [, iterations, salt = "", base64 = ""] = PBKDF2.exec(stored) ?? [];
  if (!isWithin(iterations, MAX.iterations)) return null;
  const expected = Buffer.from(base64, "base64");
  return async (password) =>
    timingSafeEqual(await derive(password, salt, Number(iterations), expected.length, "sha256"), expected);
}

const isWithin = (digits: string | undefined, max: number) => Number(digits) >= 1 && Number(digits) <= max;
