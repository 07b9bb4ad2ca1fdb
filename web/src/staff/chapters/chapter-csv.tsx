import { contract } from "@manabiya/contract";
import { useRef, useState } from "react";
import { CsvReport } from "../csv/csv-report.tsx";
import { FileField } from "../../forms/fields.tsx";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { useCsvUpload } from "../csv/use-csv-upload.ts";
import { sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";

const TEMPLATE =
  "\ufeffchapter_title,description,time\r\nはじめに,この動画で学ぶこと,0:00\r\n見出しの作り方,3つの型,1:30\r\nまとめ,,15:45\r\n";

const NOTHING_CHOSEN = "動画とCSVファイルを選択してください。";

/** Registers the chapters of a CSV, optionally after a preview. */
export function ChapterCsv({ videoId }: { videoId: number }) {
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const upload = useCsvUpload(form, (file, { dry_run, ...options }) =>
    sendForm(contract.adminChapters.uploadCsv, {
      params: { id: String(videoId) },
      querystring: { dry_run: String(dry_run) },
      body: { file },
      ...options,
    }),
  );
  const { answer } = upload;

  function send(dry_run: boolean) {
    setMissing(upload.file === null);
    upload.send(dry_run);
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="CSVで一括登録"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
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
      <FileField
        label="CSVファイル"
        hint="2MB、5,000行まで。文字コードはShift_JISまたはUTF-8。"
        accept=".csv,text/csv"
        onChange={(chosen) => {
          setMissing(false);
          upload.choose(chosen);
        }}
      />
      {isMissing && <Banner tone="danger">{NOTHING_CHOSEN}</Banner>}
      {upload.isPending && (
        <ProgressBar label={upload.isPreview ? "確認しています" : "登録しています"} progress={upload.progress} />
      )}
      {upload.error && (
        <Banner tone="danger">{sentenceOf(upload.error, "CSVファイルのアップロードに失敗しました。")}</Banner>
      )}
      {answer && (
        <CsvReport
          message={answer.message}
          hasGoodRows={answer.rows.length > 0}
          errors={answer.errors}
          errorCount={answer.error_count}
          badRows={answer.bad_rows}
          badRowsName="chapter_errors.csv"
        >
          {upload.isPreview && answer.rows.length > 0 && (
            <ol className="max-h-72 list-decimal overflow-y-auto rounded-md border bg-surface py-2 pr-4 pl-10">
              {answer.rows.map(({ title, time_formatted }, index) => (
                <li key={index}>
                  {time_formatted} {title}
                </li>
              ))}
            </ol>
          )}
        </CsvReport>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={upload.isPending}>
          アップロード
        </Button>
        {upload.isPending ? (
          <Button look="secondary" onClick={upload.cancel}>
            中止
          </Button>
        ) : (
          <Button look="secondary" onClick={() => send(true)}>
            登録せずに内容を確認
          </Button>
        )}
      </div>
    </form>
  );
}
