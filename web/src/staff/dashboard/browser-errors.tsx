import type { BrowserError, Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { release } from "../../api/report-error.ts";

const buildOf = (error: BrowserError) => (error.release === release ? "現在の版" : `版 ${error.release}`);

/** The errors of the last seven days that members' browsers reported. One line until it is opened. */
export function BrowserErrors({ count, most }: NonNullable<Dashboard["browser_errors"]>) {
  const [first] = most;
  if (first === undefined) return null;
  return (
    <details className="rounded-lg border bg-surface p-4 @2xl:p-6 @3xl:col-start-2">
      <summary className="cursor-pointer">
        ブラウザーのエラー：{count.toLocaleString("ja-JP")}件
        <span className="inline-block text-muted">
          （{first.page}、{buildOf(first)}）
        </span>
      </summary>
      <p className="mt-2 text-xs text-muted">
        この7日間に、お客様の画面で起きたエラーです。続く場合は、サーバーを管理している方に伝えてください。
      </p>
      <ul className="mt-2 grid gap-2 text-xs">
        {most.map((error) => (
          <li key={[error.page, error.release, error.message].join(" ")}>
            {error.count.toLocaleString("ja-JP")}件、{error.page}、{buildOf(error)}
            <code className="block break-all">{error.message}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
