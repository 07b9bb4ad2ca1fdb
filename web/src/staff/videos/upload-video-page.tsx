import { contract } from "@manabiya/contract";
import type { VideoCsvAnswer } from "@manabiya/contract/staff/video-csv.ts";
import { sendForm } from "../../forms/file-transfer.ts";
import { StaffPage } from "../table/staff-layout.tsx";
import { CsvButton } from "../csv/csv-button.tsx";
import { ColumnList } from "../csv/column-list.tsx";
import { CsvUploadForm } from "../csv/csv-upload-form.tsx";

const COLUMNS: [string, string][] = [
  ["title", "タイトル（必須）"],
  ["video_id", "動画ID、YouTube・Vimeoの動画のURL、またはクラウド配信のHLSのURL（必須）"],
  ["description", "概要文"],
  ["categories", "カテゴリーの名前。いくつもあるときは | で区切ります。登録のない名前は、新しく作成します。"],
  ["tags", "タグの名前。書き方はカテゴリーと同じです。"],
  ["published_at", "公開日時（日本時間）。例：2026-01-31 18:00。空ならすぐに公開、「下書き」なら下書き。"],
];

export default function AdminVideosUploadPage() {
  return (
    <StaffPage title="動画の一括登録">
      <CsvButton route={contract.adminVideoCsv.template} name="video_template.csv" label="テンプレートをダウンロード" />
      <details>
        <summary className="min-h-target cursor-pointer content-center font-bold">CSVの列</summary>
        <ColumnList columns={COLUMNS} />
      </details>
      <VideoCsv />
    </StaffPage>
  );
}

function VideoCsv() {
  return (
    <CsvUploadForm
      label="動画の一括登録"
      hint="2MB、5,000行まで。文字コードはShift_JISまたはUTF-8。"
      sendFile={(csv_file, { dry_run, ...options }) =>
        sendForm(contract.adminVideoCsv.upload, {
          querystring: { dry_run: String(dry_run) },
          body: { csv_file },
          ...options,
        })
      }
      failed="動画の一括登録に失敗しました。"
      hasGoodRows={({ rows }) => rows.length > 0}
      badRowsName="video_errors.csv"
      renderPreview={(answer) => <Preview answer={answer} />}
    />
  );
}

/** The rows that an upload would create. */
function Preview({ answer: { rows, new_categories, new_tags } }: { answer: VideoCsvAnswer }) {
  return (
    <div className="grid gap-2 rounded-md border bg-surface p-4">
      {rows.length > 0 && (
        <ol className="max-h-72 list-decimal overflow-y-auto pl-6">
          {rows.map(({ title, video_id, categories, tags }) => (
            <li key={video_id}>
              {title}
              <span className="ml-2 text-xs text-muted">{[video_id, ...categories, ...tags].join("・")}</span>
            </li>
          ))}
        </ol>
      )}
      {new_categories.length > 0 && <p>新しいカテゴリー：{new_categories.join("、")}</p>}
      {new_tags.length > 0 && <p>新しいタグ：{new_tags.join("、")}</p>}
    </div>
  );
}
