import { contract } from "@manabiya/contract";
import { REASON_MAX } from "@manabiya/contract/staff/members.ts";
import { useRef, useState } from "react";
import { sentenceOf } from "../../api/calls.ts";
import { FileField, TextArea } from "../../forms/fields.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmUpload } from "../csv/confirm-upload.tsx";
import { CsvReport } from "../csv/csv-report.tsx";
import { useCsvUpload } from "../csv/use-csv-upload.ts";

/** The log has no entry of a check, but the call asks for a reason. */
const CHECK = "内容の確認";

/** Checks a file of members, and imports its valid rows. */
export function ImportMembers() {
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string>();
  const upload = useCsvUpload(form, (csv_file, { dry_run, confirmed = false, ...options }) =>
    sendForm(contract.adminMoving.importMembers, {
      querystring: { dry_run: String(dry_run), confirmed: String(confirmed) },
      body: { reason: dry_run ? CHECK : reason, csv_file },
      ...options,
    }),
  );
  const { file, answer } = upload;

  function submit() {
    const isMissing = reason.trim() === "";
    setReasonError(isMissing ? "理由を入力してください。" : undefined);
    if (isMissing) form.current?.querySelector("textarea")?.focus();
    else upload.send(false);
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="会員の取り込み"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FileField
        label="CSVファイル"
        hint="2MB、5,000行まで。それより大きいファイルは、サーバーのコマンドで取り込みます。"
        accept=".csv"
        onChange={upload.choose}
      />
      <TextArea
        label="理由"
        hint="操作の記録に残ります。"
        rows={2}
        maxLength={REASON_MAX}
        value={reason}
        error={reasonError}
        onChange={(event) => setReason(event.target.value)}
      />
      {upload.isPending && (
        <ProgressBar label={upload.isPreview ? "確認しています" : "取り込んでいます"} progress={upload.progress} />
      )}
      {upload.error && <Banner tone="danger">{sentenceOf(upload.error, "会員を取り込めませんでした。")}</Banner>}
      {answer && (
        <CsvReport
          message={answer.message}
          hasGoodRows={answer.created_count + answer.existing_count > 0}
          errors={answer.errors}
          errorCount={answer.error_count}
          badRows={answer.bad_rows}
          badRowsName="member_errors.csv"
        />
      )}
      <ConfirmUpload upload={upload} title="会員を取り込みますか？" confirmLabel="取り込む" />
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" disabled={file === null || upload.isPending} onClick={() => upload.send(true)}>
          取り込まずに内容を確認
        </Button>
        <Button type="submit" disabled={file === null} isBusy={upload.isPending}>
          取り込む
        </Button>
      </div>
    </form>
  );
}
