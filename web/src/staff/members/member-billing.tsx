import { staff } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { query } from "../../api/calls.ts";
import { ProfileBlock } from "../../accounts/profile/profile-block.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { billingText } from "./billing-texts.ts";

/** Entries shown before "show all". */
const SHOWN_FIRST = 10;

export function MemberBilling({ id }: { id: number }) {
  const [showsAll, setShowsAll] = useState(false);
  const { data, isPending, isFetching, refetch } = useQuery(
    query(staff.adminMembers.billingEvents, { params: { id } }),
  );
  const shown = data?.slice(0, showsAll ? undefined : SHOWN_FIRST) ?? [];
  return (
    <ProfileBlock title="請求の履歴">
      {isPending && <Loading />}
      {!isPending && !data && (
        <Failure message="請求の履歴を読み込めませんでした。" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.length === 0 && <p className="text-muted">請求の履歴はありません。</p>}
      <ol className="grid gap-2">
        {shown.map((event, index) => (
          <li
            // Entries have no id of their own, and the list is replaced as a whole.
            key={index}
            className="grid gap-x-6 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <time dateTime={event.at} className="text-muted">
              {formatMinute(event.at)}
            </time>
            <span className="wrap-anywhere">{billingText(event)}</span>
          </li>
        ))}
      </ol>
      {data && data.length > shown.length && (
        <Button look="secondary" className="mt-4" onClick={() => setShowsAll(true)}>
          すべて表示（{data.length}件）
        </Button>
      )}
    </ProfileBlock>
  );
}
