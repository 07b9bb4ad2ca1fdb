import type { FailedMail } from "@manabiya/contract/staff/mails.ts";

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
export function failureText({ refused_code, member_id, last_error }: FailedMail): string {
  if (refused_code == null) return ANSWERS.find(([code]) => code.test(last_error))?.[1] ?? UNREACHABLE;
  const then = "不要なメールは破棄してください。";
  return member_id == null
    ? `このメールアドレスには届きません。${then}`
    : `このメールアドレスには届きません。会員のメールアドレスを変更してから再送信してください。${then}`;
}
