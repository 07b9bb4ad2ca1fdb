import { contract } from "@manabiya/contract";
import type { LearnedDays as Days } from "@manabiya/contract/lists/today.ts";
import { Link } from "react-router";
import { useRead } from "../../api/calls.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { minutesText } from "./minutes.ts";

/** Days in the drawing: four weeks. */
const SHOWN_DAYS = 28;
const DAY_MS = 86_400_000;

/** The reward in one line, which opens to the days and months. Days without any are no failure, and are not counted. */
export function LearnedDays() {
  const found = useRead(contract.today.days, undefined, { staleTime: 0 });
  return (
    <section aria-label="学んだ時間" className="rounded-lg border bg-surface px-4">
      <Loaded query={found} message="学んだ時間を読み込めませんでした。" blocks={["h-target"]}>
        {(data) => (data.total_seconds > 0 ? <Learned data={data} /> : BEFORE)}
      </Loaded>
    </section>
  );
}

const BEFORE = <p className="phrase min-h-target content-center">学んだ時間は、ここに記録されます。</p>;

function Learned({ data }: { data: Days }) {
  const { days, total_seconds, notes, practices, today } = data;
  const recent = lastDays(today).reduce((sum, day) => sum + secondsOf(days, day), 0);
  return (
    <details>
      <summary className="phrase min-h-target content-center py-1">
        この4週間に<b>{minutesText(recent)}</b>（合計<b>{minutesText(total_seconds)}</b>）
      </summary>
      <div className="grid gap-3 pb-4">
        <p>
          <Link to="/notes" className="link">
            メモ・記録 {notes + practices}件
          </Link>
          （うち、やってみた記録 {practices}件）
        </p>
        <Drawing data={data} />
      </div>
    </details>
  );
}

function Drawing({ data: { days, today } }: { data: Days }) {
  const shown = lastDays(today).map((day) => ({ day, seconds: secondsOf(days, day) }));
  const most = Math.max(60, ...shown.map(({ seconds }) => seconds));
  const months = Object.entries(Object.groupBy(days, ({ day }) => day.slice(0, 7)));
  return (
    <>
      <figure>
        <figcaption className="mb-3 flex justify-between gap-4 text-xs text-muted">
          <span>日ごとの時間（4週間）</span>
          <span>最大{minutesText(most)}</span>
        </figcaption>
        <div
          role="img"
          aria-label="日ごとに学んだ時間の棒グラフ。時間は、下の表にあります。"
          className="flex h-28 items-end gap-0.5 border-b border-control-border sm:gap-1"
        >
          {shown.map(({ day, seconds }) => (
            <span
              key={day}
              title={`${dayText(day)} ${minutesText(seconds)}`}
              className="min-w-0 flex-1 rounded-t-[2px] bg-primary forced-color-adjust-none"
              style={{ height: seconds === 0 ? 0 : `max(3px, ${(seconds / most) * 100}%)` }}
            />
          ))}
        </div>
        <p aria-hidden className="mt-1 flex justify-between text-xs text-muted">
          <span>{dayText(shown[0]?.day ?? today)}</span>
          <span>今日</span>
        </p>
      </figure>
      <div className="grid gap-6 sm:grid-cols-2">
        <Table
          caption="日ごと"
          rows={days.slice(0, SHOWN_DAYS).map(({ day, seconds }) => [dayText(day), seconds] as const)}
        />
        <Table
          caption="月ごと"
          rows={months.map(([month, of = []]) => [
            `${month.slice(0, 4)}年${Number(month.slice(5))}月`,
            of.reduce((sum, { seconds }) => sum + seconds, 0),
          ])}
        />
      </div>
    </>
  );
}

function Table({ caption, rows }: { caption: string; rows: (readonly [string, number])[] }) {
  return (
    <table className="w-full self-start">
      <caption className="text-left font-bold">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">時期</th>
          <th scope="col">学んだ時間</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, seconds]) => (
          <tr key={name} className="border-b last:border-b-0">
            <th scope="row" className="py-2 text-left font-normal">
              {name}
            </th>
            <td className="py-2 text-right">{minutesText(seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The days of the drawing, the earliest first. @param today such as "2026-11-21" */
function lastDays(today: string): string[] {
  const last = Date.parse(today);
  return Array.from({ length: SHOWN_DAYS }, (_, index) =>
    new Date(last - (SHOWN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

const secondsOf = (days: Days["days"], wanted: string) => days.find(({ day }) => day === wanted)?.seconds ?? 0;

const dayText = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;
