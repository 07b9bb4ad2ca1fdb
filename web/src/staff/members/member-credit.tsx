import { contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { MemberCredit as Credit } from "@manabiya/contract/staff/members/payments.ts";
import { ProfileFacts } from "../../ui/page/profile-block.tsx";
import { sentenceOf, useRead } from "../../api/calls.ts";
import { chargeFacts, pauseSentence } from "../../billing/subscription/charge-facts.ts";
import { Banner } from "../../ui/banner.tsx";
import { formatDay } from "../../ui/date.ts";
import { NotLoaded } from "../../ui/loaded.tsx";

type Entry = Credit["entries"][number];

const CAUSES: Record<Entry["cause"], string> = {
  change: "プランの変更で残高になりました",
  note: "Stripeの返還請求書で残高になりました",
  used: "お支払いに充てられました",
  restored: "無効になった請求から戻りました",
  taken_back: "返金のため取り消しました",
  other: "Stripeで調整しました",
};

/** The next charge of a member's contract, and the credit with its history. It shows nothing of who has neither. */
export function MemberCredit({ id, isLast }: { id: number; isLast: boolean }) {
  const found = useRead(contract.adminPayments.credit, { params: { id } });
  const { data, error } = found;
  const message = sentenceOf(error, "残高を読み込めませんでした。");
  if (!data) return <NotLoaded query={found} message={message} skeleton={null} />;
  const pause = data.charges && pauseSentence(data.charges);
  return (
    <>
      {pause && <Banner tone="notice">{pause}</Banner>}
      {data.charges && <ProfileFacts facts={chargeFacts(data.charges, isLast)} />}
      {data.entries.length > 0 && <History credit={data} />}
    </>
  );
}

function History({ credit: { credit, entries } }: { credit: Credit }) {
  return (
    <details className="border-b pb-2">
      <summary className="min-h-target cursor-pointer py-2 font-bold">残高 {formatYen(credit)}</summary>
      <ul className="divide-y">
        {entries.map(({ at, cause, amount, number }, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-2">
            <span>
              <time dateTime={at}>{formatDay(at)}</time>
            </span>
            <span className="text-right">
              {amount > 0 ? "＋" : "−"}
              {formatYen(Math.abs(amount))}
            </span>
            <span className="phrase text-muted">
              {CAUSES[cause]}
              {number !== null && `（${number}）`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
