import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useState } from "react";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { call } from "../../api/calls.ts";
import { ProfileBlock } from "../../accounts/profile/profile-block.tsx";
import { useSession } from "../../accounts/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

const ACTIONS = {
  grantAccess: "視聴権を付与しました。",
  endAccess: "視聴権を終了しました。",
  staff: "スタッフ権限を変更しました。",
  sessions: "すべての端末をログアウトさせました。",
};

/** The actions of a superuser on a member. Each asks for a reason. */
export function MemberActions({ member }: { member: MemberDetail }) {
  const { user } = useSession();
  const [asked, setAsked] = useState<keyof typeof ACTIONS | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { id, username, is_staff, sessions } = member;
  const params = { id };
  const isOneself = user?.id === id;
  if (member.closed_at !== null) return null;

  function ask(action: keyof typeof ACTIONS): void {
    setDone(null);
    setAsked(action);
  }

  const dialog = {
    onClose: () => setAsked(null),
    onDone: () => {
      setDone(asked && ACTIONS[asked]);
      setAsked(null);
    },
  };

  return (
    <ProfileBlock title="操作">
      <div className="grid gap-4">
        <DoneBanner message={done} />
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => ask("grantAccess")}>
            視聴権を付与
          </Button>
          <Button look="secondary" onClick={() => ask("endAccess")}>
            視聴権を終了
          </Button>
          {!isOneself && (
            <>
              <Button look="secondary" onClick={() => ask("staff")}>
                {is_staff ? "スタッフから外す" : "スタッフにする"}
              </Button>
              <Button look="secondary" onClick={() => ask("sessions")}>
                すべての端末をログアウト
              </Button>
            </>
          )}
        </div>
      </div>
      {asked === "grantAccess" && (
        <ReasonDialog
          title="視聴権を付与しますか？"
          confirmLabel="付与する"
          isTaking={false}
          asksUntil
          failed="視聴権を付与できませんでした。"
          action={(body) => call(staff.adminMembers.grantAccess, { params, body })}
          {...dialog}
        >
          {username}さんは、お支払いにかかわらず、期限まですべての動画を視聴できます。
        </ReasonDialog>
      )}
      {asked === "endAccess" && (
        <ReasonDialog
          title="視聴権を終了しますか？"
          confirmLabel="終了する"
          isTaking
          failed="視聴権を終了できませんでした。"
          action={({ reason }) => call(staff.adminMembers.endAccess, { params, body: { reason } })}
          {...dialog}
        >
          {username}さんに付与した視聴権と無料体験は、ただちに終わります。有料プランの契約は変わりません。
        </ReasonDialog>
      )}
      {asked === "staff" && (
        <ReasonDialog
          title={is_staff ? "スタッフから外しますか？" : "スタッフにしますか？"}
          confirmLabel={is_staff ? "外す" : "スタッフにする"}
          isTaking={is_staff}
          failed="スタッフ権限を変更できませんでした。"
          action={({ reason }) =>
            call(staff.adminMembers.setStaff, { params, body: { is_staff: !is_staff, reason } })
          }
          {...dialog}
        >
          {username}さんは、動画やお知らせなどの管理が
          {is_staff ? "できなくなります。" : "できるようになります。"}
        </ReasonDialog>
      )}
      {asked === "sessions" && (
        <ReasonDialog
          title="すべての端末をログアウトさせますか？"
          confirmLabel="ログアウトさせる"
          isTaking
          failed="ログアウトさせられませんでした。"
          action={({ reason }) => call(staff.adminMembers.endSessions, { params, body: { reason } })}
          {...dialog}
        >
          {username}さんがログイン中の{sessions.length}台は、もう一度ログインするまで使えなくなります。
        </ReasonDialog>
      )}
    </ProfileBlock>
  );
}
