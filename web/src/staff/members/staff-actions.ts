import { contract } from "@manabiya/contract";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { call } from "../../api/calls.ts";
import type { NamedAction } from "./reason-dialog.tsx";

export function makeStaff({ id, username }: MemberDetail): NamedAction {
  return {
    label: "スタッフにする",
    title: "スタッフにしますか？",
    text: `${username}さんは、動画やお知らせなどの管理ができるようになります。`,
    confirmLabel: "スタッフにする",
    isTaking: false,
    send: ({ reason }) => call(contract.adminMembers.setStaff, { params: { id }, body: { is_staff: true, reason } }),
    done: "スタッフにしました。",
    failed: "スタッフ権限を変更できませんでした。",
  };
}

export function removeStaff({ id, username, is_superuser }: MemberDetail): NamedAction {
  const rights = is_superuser ? "管理者とスタッフの権限をすべて失い" : "スタッフの権限を失い";
  return {
    label: "スタッフから外す",
    title: "スタッフから外しますか？",
    text: `${username}さんは${rights}、すべての端末からログアウトされます。会員としては、引き続きログインできます。`,
    confirmLabel: "外す",
    isTaking: true,
    send: ({ reason }) => call(contract.adminMembers.setStaff, { params: { id }, body: { is_staff: false, reason } }),
    done: "スタッフから外し、すべての端末からログアウトしました。",
    failed: "スタッフ権限を変更できませんでした。",
  };
}
