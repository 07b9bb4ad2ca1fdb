import { contract } from "@manabiya/contract";
import { sendForm } from "../../forms/file-transfer.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { CsvUploadForm } from "../csv/csv-upload-form.tsx";

const TEMPLATE =
  "\ufeffchapter_title,description,time\r\nはじめに,この動画で学ぶこと,0:00\r\n見出しの作り方,3つの型,1:30\r\nまとめ,,15:45\r\n";

export function ChapterCsv({ videoId }: { videoId: number }) {
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        列は chapter_title, description, time です。時間は 1:30、01:30、1:02:03 のように書きます。
      </p>
      <Button
        look="secondary"
        className="justify-self-start"
        onClick={() => saveFile("chapter_template.csv", "text/csv;charset=utf-8", TEMPLATE)}
      >
        テンプレートをダウンロード
      </Button>
      <CsvUploadForm
        label="CSVで一括登録"
        hint="2MB、5,000行まで。文字コードはShift_JISまたはUTF-8。"
        sendFile={(file, { dry_run, ...options }) =>
          sendForm(contract.adminChapters.uploadCsv, {
            params: { id: String(videoId) },
            querystring: { dry_run: String(dry_run) },
            body: { file },
            ...options,
          })
        }
        failed="CSVファイルのアップロードに失敗しました。"
        hasGoodRows={({ rows }) => rows.length > 0}
        badRowsName="chapter_errors.csv"
        missingFile="動画とCSVファイルを選択してください。"
        renderPreview={({ rows }) =>
          rows.length > 0 && (
            <ol className="max-h-72 list-decimal overflow-y-auto rounded-md border bg-surface py-2 pr-4 pl-10">
              {rows.map(({ title, time_formatted }, index) => (
                <li key={index}>
                  {time_formatted} {title}
                </li>
              ))}
            </ol>
          )
        }
      />
    </div>
  );
}
