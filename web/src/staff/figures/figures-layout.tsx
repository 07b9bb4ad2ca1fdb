import type { Route } from "@manabiya/contract";
import { keepPreviousData, type queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { ApiError } from "../../api/calls.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { Button } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CsvButton } from "../csv/csv-button.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { type FigureRange, rangeFailure, SPANS, useFigureRange } from "./figure-range.ts";

interface FiguresPageProps {
  title: string;
  csv?: { route: Route; name: string } | undefined;
  /** Shown beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of figures with its range, which links between the screens keep. */
export function FiguresPage({ title, csv, actions, children }: FiguresPageProps) {
  const range = new URLSearchParams(useLocation().search);
  range.delete("page");
  return (
    <StaffPage title={title} actions={actions} search={String(range)}>
      <RangeBar csv={csv} />
      {children}
      <p className="phrase max-w-reading text-xs text-muted">
        日付は日本時間です。日ごとの数値には個人の情報がなく、会員が退会しても変わりません。その日の数値は、翌日の午前0時10分以降に確定します。
      </p>
    </StaffPage>
  );
}

interface LoadedFiguresProps<T> {
  queryOf: (range: FigureRange) => ReturnType<typeof queryOptions<T, ApiError>>;
  message: string;
  children: (data: T) => ReactNode;
}

/** The figures of the chosen range. Those of the range before stay until they arrive. */
export function LoadedFigures<T>({ queryOf, message, children }: LoadedFiguresProps<T>) {
  const found = useQuery({ ...queryOf(useFigureRange()), placeholderData: keepPreviousData });
  const { data, error } = found;
  if (data !== undefined) return children(data);
  return <NotLoaded query={found} message={rangeFailure(error, message)} skeleton={<StaffTableSkeleton />} />;
}

function RangeBar({ csv }: Pick<FiguresPageProps, "csv">) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const range = useFigureRange();
  const isChosen = range.from !== undefined || search.get("range") === "chosen";
  const [error, setError] = useState<string>();
  const go = (values: Record<string, string>) => void navigate({ search: `?${new URLSearchParams(values)}` });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <CompactSelect
          label="期間"
          value={isChosen ? "chosen" : String(range.days)}
          onChange={(value) => go(value === "chosen" ? { range: "chosen" } : { days: value })}
        >
          {Object.entries(SPANS).map(([value, label]) => (
            <option key={value} value={value}>
              今日までの{label}
            </option>
          ))}
          <option value="chosen">期間を指定</option>
        </CompactSelect>
        {csv && <CsvButton {...csv} querystring={{ ...range }} />}
      </div>
      {isChosen && (
        <form
          className="grid items-start @3xs:grid-cols-2 gap-3 @xl:flex"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const [from, to] = [form.get("from"), form.get("to")];
            if (typeof from !== "string" || typeof to !== "string") return;
            setError(to < from ? "終了日には、開始日以降の日付を入力してください。" : undefined);
            if (from <= to) go({ from, to });
          }}
        >
          <TextField
            key={`from ${range.from}`}
            label="開始日"
            type="date"
            name="from"
            required
            defaultValue={range.from}
          />
          <div className="@xl:max-w-52">
            <TextField
              key={`to ${range.to}`}
              label="終了日"
              type="date"
              name="to"
              required
              defaultValue={range.to}
              error={error}
              onChange={() => setError(undefined)}
            />
          </div>
          <Button type="submit" look="secondary" className="justify-self-start @xl:mt-7.5">
            表示する
          </Button>
        </form>
      )}
    </div>
  );
}
