import { type ReactNode, useRef, useState } from "react";
import { MutationState } from "../../api/mutation-state.tsx";
import { FileField } from "../../forms/fields.tsx";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmUpload, type CsvAnswer, CsvReport } from "./csv-report.tsx";
import { type SendFile, useCsvUpload } from "./use-csv-upload.ts";

interface CsvUploadFormProps<Answer extends CsvAnswer> {
  label: string;
  hint: string;
  sendFile: SendFile<Answer>;
  /** The label of the button that registers the rows, of the one that only checks them, and of the progress. */
  labels?: { upload: string; check: string; uploading: string };
  /** If the request failed without a sentence of the server. */
  failed: string;
  /** Whether any row was registered, or would be. */
  hasGoodRows: (answer: Answer) => boolean;
  badRowsName: string;
  /** Shown for a press without a file. Undefined: the buttons wait for a file. */
  missingFile?: string;
  /** Whether the other fields are valid. Asked before rows are registered. */
  validate?: () => boolean;
  /** The title and button of the question before a large upload. */
  confirm?: { title: string; confirmLabel: string };
  renderPreview?: (answer: Answer) => ReactNode;
  /** Other fields. */
  children?: ReactNode;
}

const LABELS = { upload: "アップロード", check: "登録せずに内容を確認", uploading: "登録しています" };

/** Registers the rows of a CSV, optionally after a check. */
export function CsvUploadForm<Answer extends CsvAnswer>(props: CsvUploadFormProps<Answer>) {
  const { label, hint, sendFile, labels = LABELS, failed, missingFile, validate, confirm, renderPreview } = props;
  const [fileError, setFileError] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const upload = useCsvUpload(form, sendFile);
  const { file, answer, isPending } = upload;

  function choose(chosen: File | null) {
    const isCsv = chosen === null || /\.csv$/i.test(chosen.name);
    setFileError(isCsv ? undefined : "CSVファイル（.csv）を選択してください。");
    setMissing(false);
    upload.choose(isCsv ? chosen : null);
  }

  function send(isCheck: boolean) {
    setMissing(file === null);
    if (isCheck || validate === undefined || validate()) upload.send(isCheck);
  }

  const isWaiting = file === null && missingFile === undefined;
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <FileField label="CSVファイル" hint={hint} accept=".csv" error={fileError} onChange={choose} />
      {props.children}
      {isMissing && <Banner tone="danger">{missingFile}</Banner>}
      {isPending && (
        <ProgressBar label={upload.isPreview ? "確認しています" : labels.uploading} progress={upload.progress} />
      )}
      <MutationState of={upload} failed={failed} />
      {answer && (
        <CsvReport answer={answer} hasGoodRows={props.hasGoodRows(answer)} badRowsName={props.badRowsName}>
          {upload.isPreview && renderPreview?.(answer)}
        </CsvReport>
      )}
      {confirm && <ConfirmUpload upload={upload} {...confirm} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isWaiting} isBusy={isPending}>
          {labels.upload}
        </Button>
        {isPending ? (
          <Button look="secondary" onClick={upload.cancel}>
            中止
          </Button>
        ) : (
          <Button look="secondary" disabled={isWaiting} onClick={() => send(true)}>
            {labels.check}
          </Button>
        )}
      </div>
    </form>
  );
}
