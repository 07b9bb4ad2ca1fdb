import type { ReactNode } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import type { useCsvUpload } from "./use-csv-upload.ts";

export interface CsvAnswer {
  message: string;
  /** At most `error_count` sentences. */
  errors: string[];
  error_count: number;
  /** A CSV of the wrong rows; null if there are none. */
  bad_rows: string | null;
}

interface CsvReportProps {
  answer: CsvAnswer;
  /** Whether any row was registered, or would be. */
  hasGoodRows: boolean;
  badRowsName: string;
  children?: ReactNode;
}

/** The result of a CSV upload, with the reason for each refused row. */
export function CsvReport({ answer, hasGoodRows, badRowsName, children }: CsvReportProps) {
  const { message, errors, error_count, bad_rows } = answer;
  return (
    <div className="grid gap-4">
      <Banner tone={hasGoodRows ? "success" : "danger"}>{message}</Banner>
      {children}
      {errors.length > 0 && (
        <Banner tone="danger">
          <ul className="max-h-72 list-disc overflow-y-auto pl-5">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
          {error_count > errors.length && <p className="mt-1">ほかに{error_count - errors.length}行の誤りがあります</p>}
          {bad_rows !== null && (
            <Button
              look="secondary"
              className="mt-3"
              onClick={() => saveFile(badRowsName, "text/csv;charset=utf-8", bad_rows)}
            >
              誤りのある行だけをダウンロード
            </Button>
          )}
        </Banner>
      )}
    </div>
  );
}

interface ConfirmUploadProps {
  upload: Pick<ReturnType<typeof useCsvUpload>, "question" | "isPending" | "send">;
  title: string;
  confirmLabel: string;
}

/** Shows what the server asks before a large upload. After a refusal the preview is there again. */
export function ConfirmUpload({ upload: { question, isPending, send }, title, confirmLabel }: ConfirmUploadProps) {
  if (question === null) return null;
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isBusy={isPending}
      onConfirm={() => send(false, { confirmed: true })}
      onClose={() => send(true)}
    >
      {question.split(/(?<=。)/).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  );
}
