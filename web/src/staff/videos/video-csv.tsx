import { contract } from "@manabiya/contract";
import type { VideoCsvAnswer } from "@manabiya/contract/staff/video-csv.ts";
import { useRef, useState } from "react";
import { CsvReport } from "../csv/csv-report.tsx";
import { FileField } from "../../forms/fields.tsx";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { useCsvUpload } from "../csv/use-csv-upload.ts";
import { sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

const FAILED = "動画の一括登録に失敗しました。";

/** Registers the videos of a CSV, optionally after a preview. */
export function VideoCsv() {
  const [fileError, setFileError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const upload = useCsvUpload(form, (csv_file, { dry_run, ...options }) =>
    sendForm(contract.adminVideoCsv.upload, {
      querystring: { dry_run: String(dry_run) },
      body: { csv_file },
      ...options,
    }),
  );
  const { file, answer } = upload;

  function choose(chosen: File | null) {
    const isCsv = chosen === null || /\.csv$/i.test(chosen.name);
    setFileError(isCsv ? undefined : "CSVファイル（.csv）を選択してください。");
    upload.choose(isCsv ? chosen : null);
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="動画の一括登録"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        upload.send(false);
      }}
    >
      <FileField
        label="CSVファイル"
        hint="2MB、5,000行まで。文字コードはShift_JISまたはUTF-8。"
        accept=".csv"
        error={fileError}
        onChange={choose}
      />
      {upload.isPending && (
        <ProgressBar label={upload.isPreview ? "確認しています" : "登録しています"} progress={upload.progress} />
      )}
      {upload.error && <Banner tone="danger">{sentenceOf(upload.error, FAILED)}</Banner>}
      {answer && (
        <CsvReport
          message={answer.message}
          hasGoodRows={answer.rows.length > 0}
          errors={answer.errors}
          errorCount={answer.error_count}
          badRows={answer.bad_rows}
          badRowsName="video_errors.csv"
        >
          {upload.isPreview && <Preview answer={answer} />}
        </CsvReport>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={file === null} isBusy={upload.isPending}>
          アップロード
        </Button>
        {upload.isPending ? (
          <Button look="secondary" onClick={upload.cancel}>
            中止
          </Button>
        ) : (
          <Button look="secondary" disabled={file === null} onClick={() => upload.send(true)}>
            登録せずに内容を確認
          </Button>
        )}
      </div>
    </form>
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
