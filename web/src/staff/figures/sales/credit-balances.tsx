import { staff } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { query, sentenceOf } from "../../../api/calls.ts";
import { formatDay } from "../../../ui/date.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { FigureTable } from "../figure-table.tsx";
import { CsvButton } from "../figures-layout.tsx";
import { StaffTableSkeleton } from "../../table/staff-table.tsx";

const TITLE = "残高のある会員";

export function CreditBalances() {
  return (
    <section aria-label={TITLE} className="grid gap-3">
      <h2 className="text-lg">{TITLE}</h2>
      <Balances />
    </section>
  );
}

function Balances() {
  const { data, error, isPending, isFetching, refetch } = useQuery(query(staff.adminSales.balances));
  if (isPending) return <StaffTableSkeleton />;
  if (!data) {
    const message = sentenceOf(error, "残高を読み込めませんでした。もう一度お試しください。");
    return <Failure message={message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (data.length === 0) return <EmptyState>残高のある会員はいません</EmptyState>;
  const total = data.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <>
      <p className="phrase max-w-reading text-muted">
        {data.length.toLocaleString("ja-JP")}人の残高は、今日の時点で合計{formatYen(total)}
        です。古い残高から順に使われます。
      </p>
      <FigureTable
        caption={TITLE}
        columns={["会員", "残高", "最も古い残高"]}
        rows={data.map(({ member, amount, since }, index) => ({
          key: member?.id ?? index,
          heading: member ? (
            <Link
              to={`/admin/members/${member.id}`}
              className="inline-flex min-h-target items-center break-all text-primary hover:underline"
            >
              {member.username}
            </Link>
          ) : (
            "非表示"
          ),
          values: [formatYen(amount), formatDay(since) ?? ""],
        }))}
      />
      <div>
        <CsvButton route={staff.adminSales.balancesCsv} name="credit-balances.csv" />
      </div>
    </>
  );
}
