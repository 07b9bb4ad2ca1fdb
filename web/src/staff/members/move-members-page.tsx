import { contract } from "@manabiya/contract";
import { MEMBER_COLUMNS, type MemberColumn } from "@manabiya/contract/staff/members/moving.ts";
import { useRef, useState } from "react";
import { call } from "../../api/calls.ts";
import { StaffPage } from "../table/staff-layout.tsx";
import { ColumnList } from "../csv/column-list.tsx";
import { ReasonedDownload } from "./reasoned-download.tsx";
import { Section } from "../../ui/page/section.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { CsvUploadForm } from "../csv/csv-upload-form.tsx";
import { ReasonField } from "./reason-dialog.tsx";

const MEANINGS: Record<MemberColumn, string> = {
  email: "メールアドレス（必須）",
  username: "ユーザー名（必須）",
  created_at: "会員登録の日時（必須）。例：2026-01-31 18:00（日本時間）",
  email_verified_at: "メールアドレスを確認した日時。空なら未確認。",
  subscription_status: "trial、active、inactive、canceledのどれか。空ならinactive。",
  subscription_plan: "monthly、yearly、noneのどれか。",
  subscription_end_date: "プランの次回更新日、または終了日",
  cancel_at_period_end: "自動更新を止めていて、期間の終わりまで視聴できる会員はtrue",
  trial_end_date: "無料体験の終了日時。体験したことのある会員に入れると、無料体験は再度利用できません。",
  access_granted_until: "無料で視聴できる期限",
  customer_id: "決済サービスの顧客番号（cus_…）。現在の契約がそのまま続きます。",
  suspended_at: "利用を停止した日時",
  mails_refused_at: "お知らせメールの配信を停止した日時",
  password_hash: "パスワードのハッシュ（Django、bcrypt、argon2）。空なら、会員が再設定します。",
  favorites: "お気に入りの動画ID。| で区切り、日時も続けられます。",
  watch_later: "後で見る動画ID。書き方はお気に入りと同じです。",
  history: "視聴した動画ID。日時、位置（秒）、長さ（秒）も続けられます。",
};

export default function MoveMembersPage() {
  return (
    <StaffPage title="会員の移行">
      <Section title="会員を取り込む">
        <p className="phrase text-muted">
          ほかのサービスの会員を、パスワードや契約もそのままに移します。会員にメールは届きません。すでに登録されている会員は変わらないため、同じファイルを何度アップロードしても二重に登録されません。
        </p>
        <ImportMembers />
        <details>
          <summary className="min-h-target cursor-pointer content-center font-bold">CSVの列</summary>
          <ColumnList columns={MEMBER_COLUMNS.map((column) => [column, MEANINGS[column]])} />
        </details>
      </Section>
      <Section title="会員を書き出す">
        <p className="phrase text-muted">
          退会した方を除くすべての会員を、取り込みと同じ形の1つのファイルに保存します。パスワードは含みません。
        </p>
        <ReasonedDownload
          label="会員を書き出す"
          title="会員を書き出しますか？"
          text="すべての会員の名前、メールアドレス、視聴履歴などを"
          confirmLabel="書き出す"
          name="members_to_move.csv"
          load={(reason) => call(contract.adminMoving.exportMembers, { body: { reason } })}
          failed="会員を書き出せませんでした。"
        />
      </Section>
    </StaffPage>
  );
}

/** The log has no entry of a check, but the call asks for a reason. */
const CHECK = "内容の確認";

/** Checks a file of members, and imports its valid rows. */
function ImportMembers() {
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
