import type { Gift } from "@manabiya/contract/billing/gifts.ts";
import { formatDay, formatLastDay } from "../../ui/date.ts";
import { Facts } from "../subscription/facts.tsx";

/** A bought gift, with everything that its giver passes on. */
export function GiftFacts({ gift: { months, code, valid_until, redeemed_at, is_open } }: { gift: Gift }) {
  const state = redeemed_at === null ? (is_open ? "未使用" : "期限切れ") : `使用済み（${formatDay(redeemed_at)}）`;
  return (
    <Facts
      facts={[
        ["内容", `視聴ギフト${months}か月分`],
        ["ギフトコード", <strong key="code">{code}</strong>],
        is_open && [
          "受け取りのURL",
          <span key="url" className="break-all">
            {window.location.origin}/gift/redeem?code={code}
          </span>,
        ],
        ["有効期限", `${formatLastDay(valid_until)}まで`],
        ["状態", state],
      ]}
    />
  );
}
