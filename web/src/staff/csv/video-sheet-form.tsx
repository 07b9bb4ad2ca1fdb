import { contract } from "@manabiya/contract";
import type { SheetAnswer } from "@manabiya/contract/staff/video-csv.ts";
import { type DragEvent, useRef, useState } from "react";
import { sentenceOf } from "../../api/calls.ts";
import { Choice } from "../../forms/choice.tsx";
import { FileField } from "../../forms/fields.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ConfirmUpload, CsvReport } from "./csv-report.tsx";
import { useCsvUpload } from "./use-csv-upload.ts";
import { VideoSheetRows } from "./video-sheet-rows.tsx";

const FAILED = "CSVを読み取れませんでした。ファイルを選び直してください。";
const STOPPED =
  "変更は途中で止まりました。ここまでの変更は反映されています。もう一度変更すると、残りの行から続けます。";

/** Uploads are limited in time, and a CSV shrinks to a fifth. */
async function compressed(file: File): Promise<File> {
  const stream = file.stream().pipeThrough(new CompressionStream("gzip"));
  return new File([await new Response(stream).blob()], file.name);
}

/** Checks a chosen file at once, and applies it after the differences were shown. */
export function VideoSheetForm() {
  const form = useRef<HTMLFormElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useCsvUpload<SheetAnswer>(
    form,
    async (file, { dry_run, confirmed = false, take_file = false, ...options }) =>
      sendForm(contract.adminVideoSheet.upload, {
        querystring: { dry_run: String(dry_run), confirmed: String(confirmed), take_file: String(take_file) },
        body: { csv_file: await compressed(file) },
        ...options,
      }),
  );
  const { answer, isPreview, isPending } = upload;
  const names: [string, string[]][] = [
    ["使わない列", answer?.ignored_columns ?? []],
    ["新しいカテゴリー", answer?.new_categories ?? []],
    ["新しいタグ", answer?.new_tags ?? []],
  ];

  function choose(file: File | null) {
    upload.cancel();
    upload.choose(file);
    upload.send(true, { chosen: file, take_file: undefined });
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
        <CsvReport
          answer={{ ...answer, error_count: answer.error_count + answer.conflict_count - answer.outdated.length }}
          hasGoodRows={answer.change_count > 0 || (answer.unchanged_count > 0 && answer.conflict_count === 0)}
          badRowsName="videos_errors.csv"
        />
      )}
      {isPreview && (upload.takesFile !== undefined || (answer?.conflict_count ?? 0) > 0) && (
        <Choice
          label="ファイルの内容に戻す（書き出した後の変更は失われます）"
          checked={upload.takesFile === true}
          onChange={({ target }) => upload.send(true, { take_file: target.checked })}
        />
      )}
      {names.map(
        ([label, list]) =>
          list.length > 0 && (
            <p key={label} className="wrap-anywhere">
              {label}：{list.join("、")}
            </p>
          ),
      )}
      {answer && isPreview && answer.change_count > 0 && (
        <Button type="submit" className="justify-self-start" isBusy={isPending}>
          {answer.change_count.toLocaleString("ja-JP")}本の動画を変更する
        </Button>
      )}
      {answer && answer.rows.length > 0 && (
        <VideoSheetRows key={String(isPreview)} label="行ごとの違い" rows={answer.rows} />
      )}
      {answer && answer.outdated.length > 0 && (
        <>
          <h3>書き出した後に変更された動画</h3>
          <VideoSheetRows label="書き出した後に変更された動画" names={["現在", "ファイル"]} rows={answer.outdated} />
        </>
      )}
      <ConfirmUpload upload={upload} title="動画を変更しますか？" confirmLabel="変更する" />
    </form>
  );
}
