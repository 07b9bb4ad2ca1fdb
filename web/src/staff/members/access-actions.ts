import { contract } from "@manabiya/contract";
import { rightsToEndAccess } from "@manabiya/contract/rules/staff-rights.ts";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { call } from "../../api/calls.ts";
import { type NamedAction, suru } from "./reason-dialog.tsx";

/** Null: the member did not change. */
export type MemberAction = NamedAction<MemberDetail | null>;

export function accessActions(member: MemberDetail): MemberAction[] {
  const { id, username } = member;
  const params = { id };
  return [
    {
      ...suru("視聴権を付与"),
      text: `${username}さんは、お支払いにかかわらず、期限まですべての動画を視聴できます。`,
      asks: "until",
      send: ({ until, reason }) => call(contract.adminMembers.grantAccess, { params, body: { until, reason } }),
    },
    {
      ...suru("視聴権を終了"),
      needs: rightsToEndAccess(member),
      text: `${username}さんに付与した視聴権と無料体験は、すぐに終了します。有料プランの契約は変わりません。`,
      isTaking: true,
      send: ({ reason }) => call(contract.adminMembers.endAccess, { params, body: { reason } }),
    },
  ];
}

/** None without a running contract. */
export function contractActions(member: MemberDetail): MemberAction[] {
  const { id, username, subscription_status, cancel_at_period_end } = member;
  const params = { id };
  if (subscription_status !== "active") return [];
  return [
    {
      ...suru("契約を終了"),
      text: cancel_at_period_end
        ? `${username}さんの契約は、期間の終わりに終了します。すぐに終了すると、残りの期間は視聴できません。返金はされません。`
        : `${username}さんの自動更新を止め、メールでお知らせします。返金はされません。返金が必要な場合は、「お支払い」で返金してください。`,
      isTaking: true,
      asks: "when",
      send: async ({ reason, when }) => {
        await call(contract.adminMemberDesk.cancel, { params, body: { reason, when } });
        return call(contract.adminMembers.get, { params });
      },
      done: "契約の終了を受け付けました。",
      failed: "契約を終了できたか確認できませんでした。表示を更新して確認してください。",
    },
  ];
}

export function staffAction({ id, username, is_staff, is_superuser }: MemberDetail): MemberAction {
  const rights = is_superuser ? "管理者とスタッフの権限をすべて失い" : "スタッフの権限を失い";
  const failed = "スタッフ権限を変更できませんでした。";
  const send = (becomesStaff: boolean): MemberAction["send"] => {
    return ({ reason }) =>
      call(contract.adminMembers.setStaff, { params: { id }, body: { is_staff: becomesStaff, reason } });
  };
  return is_staff || is_superuser
    ? {
        label: "スタッフから外す",
        title: "スタッフから外しますか？",
        text: `${username}さんは${rights}、すべての端末からログアウトされます。会員としては、引き続きログインできます。`,
        confirmLabel: "外す",
        isTaking: true,
        send: send(false),
        done: "スタッフから外し、すべての端末からログアウトしました。",
        failed,
      }
    : {
        label: "スタッフにする",
        title: "スタッフにしますか？",
        text: `${username}さんは、動画やお知らせなどの管理ができるようになります。`,
        confirmLabel: "スタッフにする",
        send: send(true),
        done: "スタッフにしました。",
        failed,
      };
}
