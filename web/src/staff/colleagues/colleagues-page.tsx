import { contract } from "@manabiya/contract";
import type { Colleagues } from "@manabiya/contract/staff/colleagues.ts";
import { useState } from "react";
import { query } from "../../api/calls.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { useShown } from "../table/use-shown.ts";
import { StaffPage } from "../table/staff-layout.tsx";
import { ReasonDialog } from "../members/reason-dialog.tsx";
import type { ColleagueAction } from "./colleague-actions.ts";
import { ColleagueItem } from "./colleague-item.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { Section } from "../../ui/page/section.tsx";

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
            <ul className="divide-y overflow-hidden rounded-lg border bg-surface">
              {data.colleagues.map((colleague) => (
                <ColleagueItem
                  key={colleague.id}
                  colleague={colleague}
                  isSecondFactorRequired={data.requires_second_factor || colleague.must_have_second_factor}
                  onOpen={open}
                />
              ))}
            </ul>
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
