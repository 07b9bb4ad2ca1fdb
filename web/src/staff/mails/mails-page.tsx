import { contract } from "@manabiya/contract";
import type { FailedMail } from "@manabiya/contract/staff/mails.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { useRead, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { formatMinute } from "../../ui/date.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { pressOn, Row, Rows } from "../table/rows.tsx";
import { TextLink } from "../table/text-link.tsx";

export default function AdminMailsPage() {
  const found = useRead(contract.adminMails.failed);
  // The screen tells of the last press alone.
  const retry = useWrite(contract.adminMails.retry, { onMutate: (): void => discard.reset() });
  const discard = useWrite(contract.adminMails.discard, { onMutate: (): void => retry.reset() });
  return (
    <StaffPage title="送信できていないメール">
      <DoneBanner message={discard.data?.message ?? retry.data?.message ?? null} />
      <MutationState of={retry} failed="再送信を始められませんでした。" />
      <MutationState of={discard} failed="破棄できませんでした。" />
      <Loaded query={found} message="メールを読み込めませんでした。">
        {(mails) => (
          <Rows empty="送信できていないメールはありません">
            {mails.map((mail) => (
              <Row
                key={mail.id}
                name={mail.subject}
                actions={[
                  { label: "再送信", ...pressOn(retry, mail.id) },
                  { label: "破棄", look: "warning", ...pressOn(discard, mail.id) },
                ]}
              >
                <Facts mail={mail} />
              </Row>
            ))}
          </Rows>
        )}
      </Loaded>
    </StaffPage>
  );
}

function Facts({ mail }: { mail: FailedMail }) {
  const { recipient, created_at, attempts, last_error, next_attempt_at, member_id } = mail;
  return (
    <>
      <p className="text-xs text-muted">
        {recipient}・{formatMinute(created_at)}
      </p>
      <p className="phrase text-sm">{failureText(mail)}</p>
      <p className="text-xs break-all text-muted">
        {attempts}回失敗しました（メールサーバーの応答：{last_error}）。
        {next_attempt_at === null ? "自動の再送信は終了しました。" : `次の再送信 ${formatMinute(next_attempt_at)}`}
      </p>
      {member_id != null && <TextLink to={`/admin/members/${member_id}`}>会員の画面を開く</TextLink>}
    </>
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
