import { contract } from "@manabiya/contract";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { call } from "../../api/calls.ts";
import type { NamedAction } from "./reason-dialog.tsx";

export function accessActions({ id, username }: MemberDetail): NamedAction[] {
  const params = { id };
  return [
    {
      label: "視聴権を付与",
      title: "視聴権を付与しますか？",
      text: `${username}さんは、お支払いにかかわらず、期限まですべての動画を視聴できます。`,
      confirmLabel: "付与する",
      isTaking: false,
      asks: "until",
      send: (body) => call(contract.adminMembers.grantAccess, { params, body }),
      done: "視聴権を付与しました。",
      failed: "視聴権を付与できませんでした。",
    },
    {
      label: "視聴権を終了",
      title: "視聴権を終了しますか？",
      text: `${username}さんに付与した視聴権と無料体験は、すぐに終了します。有料プランの契約は変わりません。`,
      confirmLabel: "終了する",
      isTaking: true,
      send: ({ reason }) => call(contract.adminMembers.endAccess, { params, body: { reason } }),
      done: "視聴権を終了しました。",
      failed: "視聴権を終了できませんでした。",
    },
  ];
}

/** None without a running contract. */
export function contractActions(member: MemberDetail): NamedAction[] {
  const { id, username, subscription_status, cancel_at_period_end } = member;
  const params = { id };
  if (subscription_status !== "active") return [];
  return [
    {
      label: "契約を終了",
      title: "契約を終了しますか？",
      text: cancel_at_period_end
        ? `${username}さんの契約は、期間の終わりに終了します。すぐに終了すると、残りの期間は視聴できません。返金はされません。`
        : `${username}さんの自動更新を止め、メールでお知らせします。返金はされません。返金が必要な場合は、「お支払い」で返金してください。`,
      confirmLabel: "終了する",
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
