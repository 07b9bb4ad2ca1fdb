import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import type { FastifyRequest } from "fastify";
import pLimit from "p-limit";
import { AppError } from "../../http/app-error.ts";

/** For argon2id, the library's default; memory in KiB. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash occupies a core, so more hashes than cores would slow down every other request. */
const limit = pLimit(availableParallelism());
const MAX_WAITING = 64;

const common = new Set(dictionary["passwords-common"].filter((password) => password.length >= 8));

/** Names of this service and its roles, refused with digits and signs around them too. */
const SITE_WORDS = new Set(["manabiya", "学び舎", "まなびや", "マナビヤ", "administrator", "superuser", "password"]);

/** Verified for unknown accounts, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, COST));
}

/**
 * Takes the same time and returns false if there is no account, and if its hash has a format that this product does
 * not know, such as one of another product. The request log raises the alarm about such a hash.
 */
export async function verifyPassword(
  request: Pick<FastifyRequest, "unreadableHashOf">,
  account: { id: number; password_hash: string } | null,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const instead = await decoy;
  return queued(async () => {
    if (account !== null) {
      try {
        return await verify(account.password_hash, password);
      } catch {
        request.unreadableHashOf = account.id;
      }
    }
    await verify(instead, password);
    return false;
  });
}

/** @returns the reason against choosing this password, in Japanese, or null. */
export function passwordWeakness(password: string, person: { username: string; email: string }): string | null {
  const lower = password.toLowerCase();
  if (common.has(lower)) return "このパスワードはよく使われているため使用できません。";
  if (SITE_WORDS.has(lower.replace(/[^\p{L}]/gu, ""))) {
    return "サービス名をもとにしたパスワードは使用できません。";
  }
  const own = [person.email, person.email.split("@")[0], person.username];
  if (own.some((value) => value !== undefined && value.toLowerCase() === lower)) {
    return "ユーザー名やメールアドレスと同じパスワードは使用できません。";
  }
  return null;
}

/** Runs `work` when a core is free. @throws 503 when too many wait */
export function queued<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MAX_WAITING) {
    throw new AppError(503, "busy", "ただいま混み合っています。しばらくしてからお試しください。", { retryAfter: 2 });
  }
  return limit(work);
}
