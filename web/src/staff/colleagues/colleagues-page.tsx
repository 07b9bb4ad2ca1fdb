import { contract } from "@manabiya/contract";
import type { Colleague, Colleagues } from "@manabiya/contract/staff/colleagues.ts";
import { useState } from "react";
import { query } from "../../api/calls.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { useShown } from "../table/use-shown.ts";
import { Row, Rows } from "../table/rows.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { ReasonDialog } from "../members/reason-dialog.tsx";
import { actionsOn, type ColleagueAction } from "./colleague-actions.ts";
import { InvitationList, InviteDialog } from "./invitation-list.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useSession } from "../../session/session.ts";
import { formatMinute } from "../../ui/date.ts";
import { rightsText } from "./right-boxes.tsx";

export default function AdminColleaguesPage() {
  const [isInviting, setInviting] = useState(false);
  const [opened, setOpened] = useState<ColleagueAction | null>(null);
  const { found, data, done, report, show: showList } = useShown(query(contract.adminColleagues.list));

  function show(colleagues: Colleagues, message: string): void {
    setInviting(false);
    setOpened(null);
    showList(colleagues, message);
  }

  function open(action: ColleagueAction): void {
    report(null);
    setOpened(action);
  }

  return (
    <StaffPage
      title="スタッフ管理"
      actions={
        <Button
          onClick={() => {
            report(null);
            setInviting(true);
          }}
        >
          スタッフを招待
        </Button>
      }
    >
      <DoneBanner message={done} takesFocus />
      {!data && <NotLoaded query={found} message="スタッフの一覧を読み込めませんでした。" />}
      {data && (
        <>
          <Section title={`スタッフ（${data.colleagues.length}人）`}>
            {data.requires_second_factor && (
              <p className="text-muted">このサービスでは、スタッフ全員に2段階認証が必要です。</p>
            )}
            <Rows>
              {data.colleagues.map((colleague) => (
                <ColleagueItem
                  key={colleague.id}
                  colleague={colleague}
                  isSecondFactorRequired={data.requires_second_factor || colleague.must_have_second_factor}
                  onOpen={open}
                />
              ))}
            </Rows>
          </Section>
          <InvitationList invitations={data.invitations} onDone={show} />
        </>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onDone={show} />}
      {opened && (
        <ReasonDialog
          action={opened}
          onClose={() => setOpened(null)}
          onDone={(colleagues) => show(colleagues, opened.done)}
        />
      )}
    </StaffPage>
  );
}

interface ColleagueItemProps {
  colleague: Colleague;
  isSecondFactorRequired: boolean;
  onOpen: (action: ColleagueAction) => void;
}

function ColleagueItem({ colleague, isSecondFactorRequired, onOpen }: ColleagueItemProps) {
  const { user } = useSession();
  const { username, email, suspended_at, last_used_at } = colleague;
  const isOneself = user?.id === colleague.id;
  const actions = actionsOn(colleague).map((action) => ({
    label: action.label,
    look: action.isTaking ? ("warning" as const) : ("secondary" as const),
    onClick: () => onOpen(action),
  }));
  return (
    <Row name={username} of={`${username}さん`} actions={isOneself ? [] : actions}>
      {suspended_at !== null && <p className="text-danger">停止中</p>}
      <p className="text-xs wrap-anywhere text-muted">{email}</p>
      <p>{rightsText(colleague)}</p>
      <p className="text-xs text-muted">
        {secondFactorText(colleague, isSecondFactorRequired)}・
        {last_used_at === null ? "ログイン中の端末なし" : `最終利用日時 ${formatMinute(last_used_at)}`}
      </p>
      {isOneself && <p className="phrase text-xs text-muted">自分の権限は、ほかの管理者だけが変更できます。</p>}
    </Row>
  );
}

function secondFactorText({ has_second_factor }: Colleague, isRequired: boolean): string {
  if (has_second_factor) return "2段階認証 オン";
  return isRequired ? "2段階認証 未設定（設定するまで管理画面を使えません）" : "2段階認証 オフ";
}
