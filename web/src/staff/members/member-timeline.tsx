import { contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { TimelineEntry } from "@manabiya/contract/staff/members/desk.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { useRead } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { NotLoaded } from "../../ui/loaded.tsx";
import { useHasRight } from "../table/staff-layout.tsx";
import { timelineText } from "./timeline-texts.ts";

/** A member's events, newest first. Payments come from the provider, as in the block above. */
export function MemberTimeline({ id }: { id: number }) {
  const seesMoney = useHasRight()("staff.money");
  const { data: payments = [] } = useRead(contract.adminPayments.list, { params: { id } }, { enabled: seesMoney });
  return (
    <ProfileBlock title="履歴">
      <Part id={id} payments={payments} />
    </ProfileBlock>
  );
}

interface PartProps {
  id: number;
  payments: readonly Payment[];
  /** The cursor; absent for the newest part. */
  before?: string;
}

/** One part, and on request the older ones below it. */
function Part({ id, payments, before }: PartProps) {
  const [showsMore, setShowsMore] = useState(false);
  const found = useRead(
    contract.adminMemberDesk.timeline,
    { params: { id }, querystring: before === undefined ? {} : { before } },
    { placeholderData: keepPreviousData },
  );
  const { data } = found;
  if (!data) return <NotLoaded query={found} message="履歴を読み込めませんでした。" />;
  const { entries, next } = data;
  const newest = before === undefined ? Infinity : timeOf(before);
  const oldest = next === null ? -Infinity : timeOf(next);
  const paid = payments.filter(({ paid_at }) => Date.parse(paid_at) < newest && Date.parse(paid_at) >= oldest);
  const lines = [...entries.map(lineOfEntry), ...paid.map(lineOfPayment)];
  return (
    <div className="grid gap-3">
      <ol className="grid gap-3">
        {lines
          .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
          .map(({ key, at, text, reason }) => (
            <li key={key} className="grid gap-x-6 @xl:grid-cols-[12rem_minmax(0,1fr)]">
              <time dateTime={at} className="text-muted">
                {formatMinute(at)}
              </time>
              <div className="min-w-0 wrap-anywhere">
                <p>{text}</p>
                {reason !== null && <p className="text-xs whitespace-pre-line text-muted">理由：{reason}</p>}
              </div>
            </li>
          ))}
      </ol>
      {next !== null && showsMore && <Part id={id} payments={payments} before={next} />}
      {next !== null && !showsMore && (
        <Button look="secondary" className="justify-self-start" onClick={() => setShowsMore(true)}>
          さらに表示
        </Button>
      )}
    </div>
  );
}

/** The instant in a cursor, in milliseconds. */
const timeOf = (cursor: string) => Date.parse(cursor.replace(/~.*$/, ""));

const lineOfEntry = (entry: TimelineEntry) => ({
  key: entry.key,
  at: entry.at,
  text: timelineText(entry),
  reason: entry.reason,
});

function lineOfPayment({ invoice, paid_at, amount, refunded }: Payment) {
  const back = refunded > 0 ? `（うち返金済み ${formatYen(refunded)}）` : "";
  return { key: invoice, at: paid_at, text: `お支払い ${formatYen(amount)}${back}`, reason: null };
}
