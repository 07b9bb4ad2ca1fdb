import { staff } from "@manabiya/contract";
import type { SheetAnswer } from "@manabiya/contract/staff/video-csv.ts";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { sentenceOf } from "../../api/calls.ts";
import { FileField } from "../../forms/fields.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { saveFile } from "../../ui/save-file.ts";
import { useCsvUpload } from "./use-csv-upload.ts";
import { VideoSheetRows } from "./video-sheet-rows.tsx";

const FAILED = "CSVを読み取れませんでした。ファイルを選び直してください。";
const STOPPED = "変更は途中で止まりました。済んだ行はそのままです。もう一度変更すると、残りの行から続けます。";

/** Uploads are limited in time, and a CSV shrinks to a fifth. */
async function compressed(file: File): Promise<File> {
  const stream = file.stream().pipeThrough(new CompressionStream("gzip"));
  return new File([await new Response(stream).blob()], file.name);
}

/** Checks a chosen file at once, and applies it after the differences were shown. */
export function VideoSheetForm() {
  const form = useRef<HTMLFormElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useCsvUpload<SheetAnswer>(form, async (file, { dry_run, ...options }) =>
    sendForm(staff.adminVideoSheet.upload, {
      querystring: { dry_run: String(dry_run) },
      body: { csv_file: await compressed(file) },
      ...options,
    }),
  );
  const { answer, isPreview, isPending } = upload;

  function choose(file: File | null) {
    upload.cancel();
    upload.choose(file);
    upload.send(true, file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const input = form.current?.querySelector("input");
    const [file] = event.dataTransfer.files;
    if (!input || !file) return;
    input.files = event.dataTransfer.files;
    choose(file);
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="編集したCSV"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        upload.send(false);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={classNames("rounded-lg border border-dashed p-4", isOver && "border-primary bg-primary-soft")}>
        <FileField
          label="編集したCSV"
          hint="選択するか、ここにドロップしてください。変更の前に、違いを確認できます。"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={choose}
          // Staff correct the file and choose it again, which is no change otherwise.
          onClick={({ currentTarget }) => (currentTarget.value = "")}
        />
      </div>
      {isPending && (
        <>
          <ProgressBar label={isPreview ? "確認しています" : "変更しています"} progress={upload.progress} />
          <Button look="secondary" className="justify-self-start" onClick={upload.cancel}>
            中止
          </Button>
        </>
      )}
      {upload.error && (
        <Banner
          tone="danger"
          action={!isPreview && <Button onClick={() => upload.send(false)}>もう一度変更する</Button>}
        >
          {sentenceOf(upload.error, isPreview ? FAILED : STOPPED)}
        </Banner>
      )}
      {answer && (
        <Report answer={answer} isPreview={isPreview}>
          {isPreview && answer.change_count > 0 && (
            <Button type="submit" className="justify-self-start" isBusy={isPending}>
              {answer.change_count.toLocaleString("ja-JP")}本の動画を変更する
            </Button>
          )}
        </Report>
      )}
    </form>
  );
}

interface ReportProps {
  answer: SheetAnswer;
  isPreview: boolean;
  /** The button that applies the changes. */
  children: ReactNode;
}

function Report({ answer, isPreview, children }: ReportProps) {
  const { message, unchanged_count, error_count, conflict_count, rows, bad_rows } = answer;
  const isBad = error_count + conflict_count > 0;
  return (
    <>
      <Banner tone={isBad ? "danger" : isPreview ? "notice" : "success"}>
        <p>{message}</p>
        {unchanged_count > 0 && <p>変更のない動画は{unchanged_count.toLocaleString("ja-JP")}本です。</p>}
        {isBad && isPreview && <p>誤りのある行は変更しません。</p>}
        {bad_rows !== null && (
          <Button
            look="secondary"
            className="mt-3"
            onClick={() => saveFile("videos_errors.csv", "text/csv;charset=utf-8", bad_rows)}
          >
            誤りのある行だけをダウンロード
          </Button>
        )}
      </Banner>
      <Names label="使わない列" names={answer.ignored_columns} />
      <Names label="新しいカテゴリー" names={answer.new_categories} />
      <Names label="新しいタグ" names={answer.new_tags} />
      {children}
      {rows.length > 0 && <VideoSheetRows key={isPreview ? "preview" : "done"} rows={rows} />}
    </>
  );
}

function Names({ label, names }: { label: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="wrap-anywhere">
      {label}：{names.join("、")}
    </p>
  );
}
