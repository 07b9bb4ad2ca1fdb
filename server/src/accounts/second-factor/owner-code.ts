import { createHmac, timingSafeEqual } from "node:crypto";
import { nfkc } from "@manabiya/contract/nfkc.ts";
import type { CurrentUser } from "../sessions/current-user.ts";

/** Minutes; a code is good for one to two of these. */
const MINUTES = 10;
export const OWNER_CODE_MINUTES = MINUTES;

const LENGTH = 8;

/**
 * A code that the owner reads in the mailbox, for accounts without a password. It is derived, not stored: for one account,
 * address, password and session, so that a code in a wrong mailbox opens nothing. Guesses count as wrong passwords.
 */
export interface OwnerCodes {
  of(user: Owner, now: number): string;
  fits(typed: string, user: Owner, now: number): boolean;
}

type Owner = Pick<CurrentUser, "id" | "email" | "session_id">;

export function createOwnerCodes(key: Buffer): OwnerCodes {
  const of = ({ id, email, session_id }: Owner, now: number) => {
    const text = `${id} ${email} ${session_id} ${Math.floor(now / (MINUTES * 60_000))}`;
    const bits = createHmac("sha256", key).update(text).digest().readUIntBE(0, 6);
    return String(bits % 10 ** LENGTH).padStart(LENGTH, "0");
  };
  return {
    of,
    fits(typed, user, now) {
      const given = Buffer.from(nfkc(typed).replace(/\D/g, ""));
      return [now, now - MINUTES * 60_000]
        .map((at) => Buffer.from(of(user, at)))
        .some((right) => right.length === given.length && timingSafeEqual(right, given));
    },
  };
}
