import type { Gift } from "@manabiya/contract/billing/gifts.ts";
import { formatDay } from "../../ui/date.ts";
import { Facts } from "../subscription/facts.tsx";

/** A bought gift, with everything that its giver passes on. */
export function GiftFacts({ gift: { months, code, valid_until, redeemed_at } }: { gift: Gift }) {
  const end = Date.parse(valid_until);
  const isOpen = redeemed_at === null && end > Date.now();
  const state = redeemed_at === null ? (isOpen ? "未使用" : "期限切れ") : `使用済み（${formatDay(redeemed_at)}）`;
  return (
    <Facts
      facts={[
        ["内容", `視聴ギフト${months}か月分`],
        ["ギフトコード", <strong key="code">{code}</strong>],
        isOpen && [
          "受け取りのURL",
          <span key="url" className="break-all">
            {window.location.origin}/gift/redeem?code={code}
          </span>,
        ],
        // The instant belongs to the next day.
        ["有効期限", `${formatDay(new Date(end - 1).toISOString())}まで`],
        ["状態", state],
      ]}
    />
  );
}
