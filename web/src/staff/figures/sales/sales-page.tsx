import { contract } from "@manabiya/contract";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { SALES_LAYOUTS, type SalesLayout } from "@manabiya/contract/billing/sales.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { sentenceOf, useRead } from "../../../api/calls.ts";
import { CompactSelect } from "../../../paging/compact-select.tsx";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { CsvButton } from "../../csv/csv-button.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../../table/staff-table.tsx";
import { Balances } from "./balances.tsx";
import { SalesFigures, SalesTable } from "./sales-figures.tsx";

/** Years for which a seller in Japan keeps books, with the running one. */
const YEARS = 8;

const MONTHS = {
  0: "1年間",
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [index + 1, `${index + 1}月`])),
};

export default function AdminSalesPage() {
  return (
    <StaffPage title="売上">
      <SalesOfSpan />
      <Balances />
    </StaffPage>
  );
}

function SalesOfSpan() {
  const [search, setSearch] = useSearchParams();
  const [layout, setLayout] = useState<SalesLayout>("plain");
  const [thisYear = 0, thisMonth = 0] = japanDay(Date.now()).split("-").map(Number);
  const year = Number(search.get("year") ?? thisYear);
  /** 0: the whole year. */
  const month = Number(search.get("month") ?? thisMonth);
  const querystring = { year, ...(month !== 0 && { month }) };
  const choose = (chosen: object) => setSearch({ year: String(year), month: String(month), ...chosen });
  const years = Array.from({ length: YEARS }, (_, index) => thisYear - index);
  const name = month === 0 ? `sales-${year}` : `sales-${year}-${String(month).padStart(2, "0")}`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <CompactSelect label="年" value={String(year)} onChange={(value) => choose({ year: value })}>
          {years.map((each) => (
            <option key={each} value={each}>
              {each}年
            </option>
          ))}
        </CompactSelect>
        <CompactSelect
          label="月"
          value={String(month)}
          onChange={(value) => choose({ month: value })}
          options={MONTHS}
        />
        <CompactSelect
          label="ファイルの形式"
          value={layout}
          onChange={(value) => setLayout(value as SalesLayout)}
          options={SALES_LAYOUTS}
        />
        <CsvButton
          route={contract.adminSales.csv}
          name={`${name}-${layout}.csv`}
          querystring={{ ...querystring, layout }}
        />
      </div>
      <Sales querystring={querystring} />
    </>
  );
}

function Sales({ querystring }: { querystring: { year: number; month?: number } }) {
  const found = useRead(contract.adminSales.list, { querystring }, { placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData } = found;
  const message = sentenceOf(error, "売上を読み込めませんでした。もう一度お試しください。");
  if (!data) return <NotLoaded query={found} message={message} skeleton={<StaffTableSkeleton />} />;
  return (
    <div className="grid gap-6" aria-busy={isPlaceholderData}>
      <SalesFigures sales={data} />
      <SalesTable sales={data} />
    </div>
  );
}
