import { contract } from "@manabiya/contract";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { rightsToChangeEmail, rightsToClose } from "@manabiya/contract/rules/staff-rights.ts";
import { call } from "../../api/calls.ts";
import { saveFile } from "../../ui/save-file.ts";
import type { MemberAction } from "./access-actions.ts";
import { suru } from "./reason-dialog.tsx";

export function mailActions(member: MemberDetail): MemberAction[] {
  const { id, email, email_verified_at } = member;
  const params = { id };
  const isUndeliverable = member.undeliverable != null;
  const verification: MemberAction = {
    label: "確認メールを送る",
    title: "確認メールを送りますか？",
    text: `${email}に、メールアドレスを確認するリンクを送ります。以前のリンクは使えなくなります。`,
    confirmLabel: "送る",
    send: ({ reason }) => call(contract.adminMemberDesk.sendVerification, { params, body: { reason } }),
    done: "確認メールを送りました。",
    failed: "確認メールを送信できませんでした。",
  };
  const reset: MemberAction = {
    label: "パスワード再設定のメールを送る",
    title: "パスワード再設定のメールを送りますか？",
    text: `${email}に、パスワードを再設定するリンクを送ります。現在のパスワードは、会員が変更するまで使えます。ほかの人に知られた場合は、「パスワードを無効にする」を行ってください。`,
    confirmLabel: "送る",
    send: ({ reason }) => call(contract.adminMemberDesk.sendPasswordReset, { params, body: { reason } }),
    done: "パスワード再設定のメールを送りました。",
    failed: "パスワード再設定のメールを送信できませんでした。",
  };
  const resume: MemberAction = {
    ...suru("メールの送信を再開"),
    text: `${email}へのメールの送信を再開します。次のメールも届かない場合は、送信をもう一度停止します。`,
    send: ({ reason }) => call(contract.adminMemberDesk.resumeMails, { params, body: { reason } }),
  };
  return [
    ...(isUndeliverable ? [resume] : email_verified_at === null ? [verification, reset] : [reset]),
    {
      ...suru("メールアドレスを変更"),
      needs: rightsToChangeEmail(member),
      text: `${isUndeliverable ? "" : `現在の${email}と`}新しいメールアドレス${isUndeliverable ? "" : "の両方"}に、メールでお知らせします。新しいメールアドレスは、本人が確認するまで「未確認」になります。`,
      asks: "email",
      send: ({ reason, email: corrected }) =>
        call(contract.adminMemberDesk.changeEmail, { params, body: { reason, email: corrected } }),
      done: `メールアドレスを変更し、${isUndeliverable ? "新しい" : "両方の"}メールアドレスにお知らせしました。`,
    },
  ];
}

/** Superusers cannot apply these to themselves. */
export function accountActions(member: MemberDetail): MemberAction[] {
  const { id, username, email, sessions } = member;
  const params = { id };
  return [
    {
      ...suru("すべての端末からログアウト"),
      text: `${username}さんがログイン中の${sessions.length}台からログアウトします。再び使うには、その端末でログインし直す必要があります。`,
      confirmLabel: "ログアウト",
      isTaking: true,
      send: ({ reason }) => call(contract.adminMembers.endSessions, { params, body: { reason } }),
      failed: "ログアウトできませんでした。",
    },
    {
      label: "パスワードを無効にする",
      title: "パスワードを無効にしますか？",
      text: `${username}さんは、すべての端末からログアウトされ、パスワードを再設定するまでログインできません。${email}に、再設定のリンクを送ります。`,
      confirmLabel: "無効にする",
      isTaking: true,
      send: ({ reason }) => call(contract.adminMemberDesk.invalidatePassword, { params, body: { reason } }),
      done: "パスワードを無効にし、再設定のメールを送りました。",
      failed: "パスワードを無効にできませんでした。",
    },
    {
      label: "データを保存",
      title: "会員のデータを保存しますか？",
      text: `${username}さんについて保存しているデータを、1つのファイル（JSON形式）でダウンロードします。本人が設定の画面でダウンロードできるものと同じです。「請求・売上」の権限がない場合、お支払いの情報は含まれません。`,
      confirmLabel: "ダウンロード",
      send: async ({ reason }) => {
        await saveData(id, reason);
        return null;
      },
      done: "データをダウンロードしました。",
      failed: "データをダウンロードできませんでした。",
    },
    blocking(member),
    ...member.certificates
      .filter(({ is_revoked }) => !is_revoked)
      .map(({ id: course, course: title }): MemberAction => ({
        ...suru(`「${title}」の修了証を無効化`),
        text: `共有済みのリンクは無効になり、${username}さんは、このコースの修了証を発行できなくなります。元に戻すことはできません。会員にメールは送りません。`,
        isTaking: true,
        send: ({ reason }) => call(contract.adminMemberDesk.revokeCertificate, { params, body: { reason, course } }),
      })),
    ...(isStaff(member) ? [] : [suspension(member), closing(member)]),
  ];
}

function suspension({ id, username, suspended_at, subscription_status }: MemberDetail): MemberAction {
  const params = { id };
  const label = suspended_at === null ? "利用を停止" : "利用を再開";
  const charges =
    subscription_status === "active"
      ? "有料プランの請求は続きます。止める場合は、「契約を終了」も行ってください。"
      : "会員にメールは送りません。";
  return {
    ...suru(label),
    text:
      suspended_at === null
        ? `${username}さんは、すべての端末からログアウトされ、再開するまでログインも視聴もできません。${charges}`
        : `${username}さんは、再びログインできるようになります。視聴できるかどうかは、契約によります。`,
    ...(suspended_at === null && { isTaking: true }),
    send: ({ reason }) =>
      call(contract.adminMemberDesk.suspend, { params, body: { reason, is_suspended: suspended_at === null } }),
  };
}

function blocking({ id, username, questions_blocked_at }: MemberDetail): MemberAction {
  const is_blocked = questions_blocked_at === null;
  const label = is_blocked ? "質問を停止" : "質問の停止を解除";
  return {
    ...suru(label),
    text: is_blocked
      ? `${username}さんは、動画への質問を送信できなくなります。これまでの質問と回答は残ります。会員にメールは送りません。`
      : `${username}さんは、再び動画への質問を送信できるようになります。`,
    ...(is_blocked && { isTaking: true }),
    send: ({ reason }) =>
      call(contract.adminMemberDesk.blockQuestions, { params: { id }, body: { reason, is_blocked } }),
  };
}

function closing(member: MemberDetail): MemberAction {
  const { id, username } = member;
  return {
    label: "退会の手続き",
    needs: rightsToClose(member),
    title: "退会の手続きをしますか？",
    text: `会員に渡すデータをダウンロードしてから、${username}さんの有料プランの契約をすぐに終了し、個人情報を消去します。元に戻すことはできません。`,
    confirmLabel: "ダウンロードして退会",
    isTaking: true,
    send: async ({ reason }) => {
      await saveData(id, reason);
      return call(contract.adminMemberDesk.close, { params: { id }, body: { reason } });
    },
    done: "退会の手続きが完了しました。",
    failed: "退会の手続きに失敗しました。もう一度お試しください。",
  };
}

async function saveData(id: number, reason: string): Promise<void> {
  const data = await call(contract.adminMemberDesk.export, { params: { id }, body: { reason } });
  saveFile(`member-${id}.json`, "application/json", JSON.stringify(data, null, 2));
}
