import { contract } from "@manabiya/contract";
import type { FailedMail } from "@manabiya/contract/staff/mails.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { useRead, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { TextLink } from "../table/text-link.tsx";

export default function AdminMailsPage() {
  const found = useRead(contract.adminMails.failed);
  const retry = useWrite(contract.adminMails.retry);
  const discard = useWrite(contract.adminMails.discard);
  return (
    <StaffPage title="送信できていないメール">
      <DoneBanner message={discard.data?.message ?? retry.data?.message ?? null} />
      <MutationState of={retry} failed="再送信を始められませんでした。" />
      <MutationState of={discard} failed="破棄できませんでした。" />
      <Loaded query={found} message="メールを読み込めませんでした。">
        {(data) =>
          data.length === 0 ? (
            <EmptyState>送信できていないメールはありません</EmptyState>
          ) : (
            <ul className="divide-y overflow-hidden rounded-lg border bg-surface">
              {data.map((mail) => (
                <li key={mail.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
                  <Facts mail={mail} />
                  <div className="flex gap-3">
                    <Button
                      look="secondary"
                      aria-label={`「${mail.subject}」を再送信`}
                      isBusy={retry.isPending && retry.variables.params.id === mail.id}
                      onClick={() => {
                        discard.reset();
                        retry.mutate({ params: { id: mail.id } });
                      }}
                    >
                      再送信
                    </Button>
                    <Button
                      look="warning"
                      aria-label={`「${mail.subject}」を破棄`}
                      isBusy={discard.isPending && discard.variables.params.id === mail.id}
                      onClick={() => {
                        retry.reset();
                        discard.mutate({ params: { id: mail.id } });
                      }}
                    >
                      破棄
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </StaffPage>
  );
}

function Facts({ mail }: { mail: FailedMail }) {
  const { subject, recipient, created_at, attempts, last_error, next_attempt_at, member_id } = mail;
  return (
    <div className="min-w-0">
      <p className="font-bold">{subject}</p>
      <p className="text-xs text-muted">
        {recipient}・{formatMinute(created_at)}
      </p>
      <p className="phrase text-sm">{failureText(mail)}</p>
      <p className="text-xs break-all text-muted">
        {attempts}回失敗しました（メールサーバーの応答：{last_error}）。
        {next_attempt_at === null ? "自動の再送信は終了しました。" : `次の再送信 ${formatMinute(next_attempt_at)}`}
      </p>
      {member_id != null && <TextLink to={`/admin/members/${member_id}`}>会員の画面を開く</TextLink>}
    </div>
  );
}

/** The mail server's answers by their codes, the first that fits. */
const ANSWERS: [RegExp, string][] = [
  [/\b[45]\.2\.2\b|\b[45]52\b|quota|full/i, "宛先のメールボックスがいっぱいです。"],
  [
    /\b53[0-5]\b|EAUTH|Invalid login/,
    "メールサーバーにログインできません。サーバーの設定（SMTP_URL）を確認してください。",
  ],
  [/\b5\d\d[ -]/, "宛先のメールサーバーが受信を断りました。差出人やサーバーの評価が原因のことがあります。"],
  [/\b4\d\d[ -]/, "宛先のメールサーバーが、時間をおいて送るよう求めています。"],
];

const UNREACHABLE = "メールサーバーに接続できません。復旧すると、自動で送信されます。";

/** Why a mail was not sent, and what to do. */
function failureText({ refused_code, member_id, last_error }: FailedMail): string {
  if (refused_code == null) return ANSWERS.find(([code]) => code.test(last_error))?.[1] ?? UNREACHABLE;
  const then = "不要なメールは破棄してください。";
  return member_id == null
    ? `このメールアドレスには届きません。${then}`
    : `このメールアドレスには届きません。会員のメールアドレスを変更してから再送信してください。${then}`;
}
