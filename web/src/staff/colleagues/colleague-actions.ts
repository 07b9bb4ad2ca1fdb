import { contract } from "@manabiya/contract";
import type { Colleague, Colleagues } from "@manabiya/contract/staff/colleagues.ts";
import { call } from "../../api/calls.ts";
import { type NamedAction, suru } from "../members/reason-dialog.tsx";

export type ColleagueAction = NamedAction<Colleagues>;

/** The actions of a superuser on another colleague. */
export function actionsOn(colleague: Colleague): ColleagueAction[] {
  const { id, username, suspended_at, has_second_factor } = colleague;
  const { is_superuser, may_see_members, may_see_money, must_have_second_factor } = colleague;
  const params = { id };
  const rights: ColleagueAction = {
    ...suru("権限を変更"),
    title: `${username}さんの権限`,
    text: "権限を外すと、すべての端末からログアウトされ、このスタッフが送った招待も無効になります。",
    switches: { is_superuser, may_see_members, may_see_money, must_have_second_factor },
    send: ({ reason, switches }) => call(contract.adminColleagues.setRights, { params, body: { ...switches, reason } }),
    done: `${username}さんの権限を変更しました。`,
  };
  const reset: ColleagueAction = {
    ...suru("2段階認証を解除"),
    text: `本人に間違いないことを、電話などで確かめてください。${username}さんはすべての端末からログアウトされ、パスワードだけでログインできるようになります。本人にメールでお知らせします。`,
    isTaking: true,
    send: ({ reason }) => call(contract.adminColleagues.resetSecondFactor, { params, body: { reason } }),
    done: `${username}さんの2段階認証を解除しました。`,
  };
  return [
    rights,
    ...(has_second_factor ? [reset] : []),
    suspension(username, id, suspended_at !== null),
    removal(username, id),
  ];
}

function suspension(username: string, id: number, isSuspended: boolean): ColleagueAction {
  const send: ColleagueAction["send"] = ({ reason }) =>
    call(contract.adminColleagues.suspend, { params: { id }, body: { is_suspended: !isSuspended, reason } });
  return isSuspended
    ? {
        ...suru("停止を解除"),
        text: `${username}さんは、停止前と同じ権限で、再びログインできます。`,
        send,
        done: `${username}さんの停止を解除しました。`,
      }
    : {
        ...suru("停止"),
        text: `${username}さんは、すべての端末からログアウトされ、停止を解除するまでログインできません。権限は、解除後に元に戻ります。`,
        isTaking: true,
        send,
        done: `${username}さんを停止しました。`,
      };
}

function removal(username: string, id: number): ColleagueAction {
  return {
    label: "スタッフから外す",
    title: "スタッフから外しますか？",
    text: `${username}さんはすべての権限を失い、すべての端末からログアウトされ、このスタッフが送った招待も無効になります。会員としては、引き続きログインできます。`,
    confirmLabel: "外す",
    isTaking: true,
    send: ({ reason }) => call(contract.adminColleagues.remove, { params: { id }, body: { reason } }),
    done: `${username}さんをスタッフから外しました。`,
    failed: "スタッフから外せませんでした。",
  };
}
