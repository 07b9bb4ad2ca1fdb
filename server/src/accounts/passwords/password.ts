import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import pLimit from "p-limit";
import { AppError } from "../../http/app-error.ts";

/** argon2id, the library's algorithm by default; memory in KiB. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing keeps a core busy, so other requests suffer if more run at once than there are cores. */
const limit = pLimit(availableParallelism());
const MAX_WAITING = 64;

const common = new Set(dictionary["passwords-common"].filter((password) => password.length >= 8));

/** Names of this service and its roles; digits and signs around them make no password of them. */
const SITE_WORDS = new Set([
  "manabiya",
  "学び舎",
  "まなびや",
  "マナビヤ",
  "administrator",
  "superuser",
  "password",
]);

/** For accounts that do not exist, so that they take as long as those that do. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, COST));
}

/** `passwordHash` null: no such account; takes the same time and is always false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const against = passwordHash ?? (await decoy);
  const matches = await queued(() => verify(against, password));
  return matches && passwordHash !== null;
}

/** @returns why this password must not be chosen, in Japanese; null when it may. */
export function passwordWeakness(
  password: string,
  person: { username: string; email: string },
): string | null {
  const lower = password.toLowerCase();
  if (common.has(lower)) return "このパスワードはよく使われているため使用できません";
  if (SITE_WORDS.has(lower.replace(/[^\p{L}]/gu, ""))) {
    return "サービス名をもとにしたパスワードは使用できません";
  }
  const own = [person.email, person.email.split("@")[0], person.username];
  if (own.some((value) => value !== undefined && value.toLowerCase() === lower)) {
    return "ユーザー名やメールアドレスと同じパスワードは使用できません";
  }
  return null;
}

/** Hashes with the few that run at once. @throws 503 when too many wait */
export function queued<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MAX_WAITING) {
    throw new AppError(503, "busy", "ただいま混み合っています。しばらくしてからお試しください。", {
      retryAfter: 2,
    });
  }
  return limit(work);
}
