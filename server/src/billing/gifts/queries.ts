import type { SubscriptionStatus } from "@manabiya/contract/accounts/user.ts";
import { Gift } from "@manabiya/contract/billing/gifts.ts";
import * as z from "zod/mini";
import { columnsOf } from "../../db/columns-of.ts";
import { command, instant, int, nullable, statement, text, textOf } from "../../db/statement.ts";

/** Once per checkout. Values: attempt, giver, months, session, code, bought at, valid until. */
export const insertGift = statement("gifts.insert", { email: text })`
  with made as (
    insert into gifts (attempt_id, user_id, months, session_id, code, bought_at, valid_until)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (attempt_id) do nothing returning user_id)
  select u.email from made join users u on u.id = made.user_id where u.closed_at is null`;

export const listGifts = statement("gifts.list", columnsOf(z.omit(Gift, { payment: true, is_open: true })))`
  select session_id, months, code, bought_at, valid_until, redeemed_at from gifts
   where user_id = $1 order by bought_at desc limit 100`;

export const findGift = statement("gifts.find", {
  months: int,
  session_id: text,
  valid_until: instant,
  redeemed_by: nullable(int),
  redeemed_at: nullable(instant),
})`
  select months, session_id, valid_until, redeemed_by, redeemed_at from gifts where code = $1`;

/** One of parallel calls wins. Values: code, member, now. */
export const useGift = statement("gifts.use", { months: int })`
  update gifts set redeemed_by = $2, redeemed_at = $3
   where code = $1 and redeemed_at is null and valid_until > $3::timestamptz returning months`;

export const lockReceiver = statement("gifts.lock-receiver", {
  access_granted_until: nullable(instant),
  subscription_status: textOf<SubscriptionStatus>(),
  created_at: instant,
})`
  select access_granted_until, subscription_status, created_at from users
   where id = $1 and closed_at is null for no key update`;

export const grantUntil = command("gifts.grant")`update users set access_granted_until = $2 where id = $1`;
