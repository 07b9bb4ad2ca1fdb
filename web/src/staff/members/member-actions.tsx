import { staff } from "@manabiya/contract";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { useState } from "react";
import { ProfileBlock } from "../../accounts/profile/profile-block.tsx";
import { useSession } from "../../accounts/session/session.ts";
import { call } from "../../api/calls.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useHasRight } from "../table/staff-layout.tsx";
import { type MemberAction, ReasonDialog } from "./reason-dialog.tsx";

interface NamedAction extends MemberAction {
  label: string;
  done: string;
}

function accessActions({ id, username }: MemberDetail): NamedAction[] {
  const params = { id };
  return [
    {
      label: "視聴権を付与",
      title: "視聴権を付与しますか？",
      text: `${username}さんは、お支払いにかかわらず、期限まですべての動画を視聴できます。`,
      confirmLabel: "付与する",
      isTaking: false,
      asksUntil: true,
      send: (body) => call(staff.adminMembers.grantAccess, { params, body }),
      done: "視聴権を付与しました。",
      failed: "視聴権を付与できませんでした。",
    },
    {
      label: "視聴権を終了",
      title: "視聴権を終了しますか？",
      text: `${username}さんに付与した視聴権と無料体験は、すぐに終了します。有料プランの契約は変わりません。`,
      confirmLabel: "終了する",
      isTaking: true,
      send: ({ reason }) => call(staff.adminMembers.endAccess, { params, body: { reason } }),
      done: "視聴権を終了しました。",
      failed: "視聴権を終了できませんでした。",
    },
  ];
}

function makeStaff({ id, username }: MemberDetail): NamedAction {
  return {
    label: "スタッフにする",
    title: "スタッフにしますか？",
    text: `${username}さんは、動画やお知らせなどの管理ができるようになります。`,
    confirmLabel: "スタッフにする",
    isTaking: false,
    send: ({ reason }) => call(staff.adminMembers.setStaff, { params: { id }, body: { is_staff: true, reason } }),
    done: "スタッフにしました。",
    failed: "スタッフ権限を変更できませんでした。",
  };
}

function removeStaff({ id, username, is_superuser }: MemberDetail): NamedAction {
  const rights = is_superuser ? "管理者とスタッフの権限をすべて失い" : "スタッフの権限を失い";
  return {
    label: "スタッフから外す",
    title: "スタッフから外しますか？",
    text: `${username}さんは${rights}、すべての端末からログアウトされます。会員としては、引き続きログインできます。`,
    confirmLabel: "外す",
    isTaking: true,
    send: ({ reason }) => call(staff.adminMembers.setStaff, { params: { id }, body: { is_staff: false, reason } }),
    done: "スタッフから外し、すべての端末からログアウトしました。",
    failed: "スタッフ権限を変更できませんでした。",
  };
}

/** Nobody applies these to themselves. */
function accountActions(member: MemberDetail, bySuperuser: boolean): NamedAction[] {
  const { id, username, sessions } = member;
  const params = { id };
  return [
    ...(bySuperuser ? [isStaff(member) ? removeStaff(member) : makeStaff(member)] : []),
    {
      label: "すべての端末からログアウト",
      title: "すべての端末からログアウトしますか？",
      text: `${username}さんがログイン中の${sessions.length}台からログアウトします。再び使うには、その端末でログインし直す必要があります。`,
      confirmLabel: "ログアウト",
      isTaking: true,
      send: ({ reason }) => call(staff.adminMembers.endSessions, { params, body: { reason } }),
      done: "すべての端末からログアウトしました。",
      failed: "ログアウトできませんでした。",
    },
  ];
}

/** Each action asks for a reason. Only superusers act on staff. */
export function MemberActions({ member }: { member: MemberDetail }) {
  const { user } = useSession();
  const [opened, setOpened] = useState<NamedAction | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const bySuperuser = useHasRight()("superuser");
  if (member.closed_at !== null || (isStaff(member) && !bySuperuser)) return null;
  const actions = [...accessActions(member), ...(user?.id === member.id ? [] : accountActions(member, bySuperuser))];
  return (
    <ProfileBlock title="操作">
      <div className="grid gap-4">
        <DoneBanner message={done} />
        <div className="flex flex-wrap gap-3">
          {actions.map((action) => (
            <Button
              key={action.label}
              look="secondary"
              onClick={() => {
                setDone(null);
                setOpened(action);
              }}
            >
              {action.label}
            </Button>
          ))}
        </div>
      </div>
      {opened && (
        <ReasonDialog
          action={opened}
          onClose={() => setOpened(null)}
          onDone={() => {
            setDone(opened.done);
            setOpened(null);
          }}
        />
      )}
    </ProfileBlock>
  );
}
