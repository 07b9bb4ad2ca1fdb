import type { Gift } from "@manabiya/contract/billing/gifts.ts";
import { formatDay, formatLastDay } from "../../ui/date.ts";
import { Facts } from "../../ui/page/facts.tsx";

/** A bought gift, with everything that its giver passes on. */
export function GiftFacts({ gift }: { gift: Gift }) {
  const { months, code, valid_until, is_open } = gift;
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
        ["状態", stateOf(gift)],
      ]}
    />
  );
}

function stateOf({ redeemed_at, payment, is_open }: Gift): string {
  if (redeemed_at !== null) return `使用済み（${formatDay(redeemed_at)}）`;
  if (payment === "refunded") return "返金済み（コードは使えません）";
  if (payment === "disputed") return "カード会社がお支払いを確認中（コードは使えません）";
  return is_open ? "未使用" : "期限切れ";
}
