import { contract } from "@manabiya/contract";
import { useRef, useState } from "react";
import { sendForm } from "../../forms/file-transfer.ts";
import { CsvUploadForm } from "../csv/csv-upload-form.tsx";
import { ReasonField } from "./reason-dialog.tsx";

/** The log has no entry of a check, but the call asks for a reason. */
const CHECK = "内容の確認";

/** Checks a file of members, and imports its valid rows. */
export function ImportMembers() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string>();

  function validate() {
    const isMissing = reason.trim() === "";
    setReasonError(isMissing ? "理由を入力してください。" : undefined);
    if (isMissing) field.current?.focus();
    return !isMissing;
  }

  return (
    <CsvUploadForm
      label="会員の取り込み"
      hint="2MB、5,000行まで。それより大きいファイルは、サーバーのコマンドで取り込みます。"
      sendFile={(csv_file, { dry_run, confirmed = false, ...options }) =>
        sendForm(contract.adminMoving.importMembers, {
          querystring: { dry_run: String(dry_run), confirmed: String(confirmed) },
          body: { reason: dry_run ? CHECK : reason, csv_file },
          ...options,
        })
      }
      labels={{ upload: "取り込む", check: "取り込まずに内容を確認", uploading: "取り込んでいます" }}
      failed="会員を取り込めませんでした。"
      hasGoodRows={({ created_count, existing_count }) => created_count + existing_count > 0}
      badRowsName="member_errors.csv"
      validate={validate}
      confirm={{ title: "会員を取り込みますか？", confirmLabel: "取り込む" }}
    >
      <ReasonField
        ref={field}
        required={false}
        rows={2}
        value={reason}
        error={reasonError}
        onChange={(event) => setReason(event.target.value)}
      />
    </CsvUploadForm>
  );
}
