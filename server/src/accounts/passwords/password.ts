import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { hash, verify } from "@node-rs/argon2";
import type { FastifyRequest } from "fastify";
import pLimit from "p-limit";
import { AppError } from "../../errors/app-error.ts";
import { readHash } from "./stored-hash.ts";

/** For argon2id, the library's default; memory in KiB. Tests lower it, except those that measure times. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Whether a hash is as `hashPassword` makes it; others came with an import. */
export const isCurrent = (stored: string) =>
  stored.startsWith(`$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`);

/** Stands before a hash whose password staff refuse. Django marks accounts without a password so. */
export const INVALIDATED = "!";

const MUST_RESET =
  "安全のため、このパスワードは使用できなくなりました。「パスワードをお忘れの方」から、新しいパスワードを設定してください。";

/** A hash occupies a core, so more hashes than cores would slow down every other request. */
const limit = pLimit(availableParallelism());
const MAX_WAITING = 64;

/** Read with the first new password, because the list takes 5 MB. */
let common: Promise<Set<string>> | undefined;

async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((password) => password.length >= 8));
}

/** Names of this service and its roles, refused with digits and signs around them too. */
const SITE_WORDS = new Set(["manabiya", "学び舎", "まなびや", "マナビヤ", "administrator", "superuser", "password"]);

/** Verified for unknown accounts, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, COST));
}

/** Milliseconds that an imported hash took at most in this process, so that no answer tells which accounts have one. */
let slowest = 0;

/** Milliseconds. A machine that stands still for a moment must not slow down the answers after it. */
const SLOWEST_MAX = 2_000;

/**
 * Takes the same time and returns false if there is no account, and if its hash has a format that this product does
 * not know, such as one of another product. The request log raises the alarm about such a hash.
 * @throws 401 for the right password if staff refuse it: its owner alone learns what to do
 */
export async function verifyPassword(
  request: Pick<FastifyRequest, "unreadableHashOf">,
  account: { id: number; password_hash: string } | null,
  password: string,
): Promise<boolean> {
  if (decoy === undefined || !isCurrent(await decoy)) decoy = hashPassword("no account has this password");
  const instead = await decoy;
  const isRefused = account?.password_hash.startsWith(INVALIDATED);
  const stored = isRefused ? account?.password_hash.slice(INVALIDATED.length) : account?.password_hash;
  const { isRight, took } = await queued(async () => {
    const began = performance.now();
    const isRight = stored === undefined ? null : await matches(stored, password);
    if (isRight === null) {
      if (account) request.unreadableHashOf = account.id;
      await verify(instead, password);
    }
    const took = performance.now() - began;
    const isImported = isRight !== null && stored !== undefined && !isCurrent(stored);
    if (isImported) slowest = Math.min(Math.max(slowest, took), SLOWEST_MAX);
    return { isRight: isRight ?? false, took };
  });
  if (!isRight && took < slowest) await pause(slowest - took);
  if (isRight && isRefused) throw new AppError(401, "password_invalidated", MUST_RESET);
  return isRight;
}

/** @returns null for a hash that cannot be read */
async function matches(stored: string, password: string): Promise<boolean | null> {
  try {
    return (await readHash(stored)?.(password)) ?? null;
  } catch {
    return null;
  }
}

/** @returns the reason against choosing this password, in Japanese, or null. */
export async function passwordWeakness(
  password: string,
  person: { username: string; email: string },
): Promise<string | null> {
  const lower = password.toLowerCase();
  common ??= readCommon();
  if ((await common).has(lower)) return "このパスワードはよく使われているため使用できません。";
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
    throw new AppError(503, "busy", "ただいま混み合っています。少し待ってから、もう一度お試しください。", {
      retryAfter: 2,
    });
  }
  return limit(work);
}
