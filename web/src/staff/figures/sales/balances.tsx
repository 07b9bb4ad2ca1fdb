import { contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { useState } from "react";
import { sentenceOf, useRead } from "../../../api/calls.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { formatDay } from "../../../ui/date.ts";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { StaffTableSkeleton } from "../../table/staff-table.tsx";
import { FigureTable } from "../figure-table.tsx";
import { CsvButton } from "../../csv/csv-button.tsx";
import { TextLink } from "../../table/text-link.tsx";

/** All members with credit now, whatever span the page shows. */
export function Balances() {
  const [isShown, setShown] = useState(false);
  return (
    <section aria-labelledby="balances" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="balances" className="text-lg">
          残高のある会員
        </h2>
        <CsvButton route={contract.adminSales.balancesCsv} name="credit-balances.csv" label="残高のある会員（CSV）" />
      </div>
      {/* The provider is asked for every customer, so nobody waits for it who looks at sales. */}
      {isShown ? (
        <BalanceTable />
      ) : (
        <Button look="secondary" className="justify-self-start" onClick={() => setShown(true)}>
          残高を表示
        </Button>
      )}
    </section>
  );
}

function BalanceTable() {
  const found = useRead(contract.adminSales.balances);
  const { data, error } = found;
  const message = sentenceOf(error, "残高を読み込めませんでした。もう一度お試しください。");
  if (!data) return <NotLoaded query={found} message={message} skeleton={<StaffTableSkeleton />} />;
  if (data.length === 0) return <EmptyState>残高のある会員はいません</EmptyState>;
  return (
    <FigureTable
      caption="残高のある会員"
      columns={["会員", "残高", "最も古い残高"]}
      rows={data.map(({ member, amount, since }, index) => ({
        key: member?.id ?? `hidden ${index}`,
        heading: member ? <TextLink to={`/admin/members/${member.id}`}>{member.username}</TextLink> : "非表示",
        values: [formatYen(amount), `${formatDay(since)}から`],
      }))}
    />
  );
}
