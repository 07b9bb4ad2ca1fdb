import { contract } from "@manabiya/contract";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { missingRightText } from "@manabiya/contract/rules/staff-rights.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { query } from "../../api/calls.ts";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { useSession } from "../../session/session.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { accessActions, contractActions, type MemberAction, staffAction } from "./access-actions.ts";
import { accountActions, mailActions } from "./account-actions.ts";
import { useHasRight } from "../table/staff-layout.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

/** The query key of a member. The id is a string there, because it comes from the address. */
const memberKey = (id: number) => query(contract.adminMembers.get, { params: { id: String(id) } }).queryKey;

/** Each action asks for a reason. Only superusers act on staff. */
export function MemberActions({ member }: { member: MemberDetail }) {
  const client = useQueryClient();
  const { user } = useSession();
  const [opened, setOpened] = useState<MemberAction | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const may = useHasRight();
  const missing = ({ needs = [] }: MemberAction) => needs.find((right) => !may(right));
  const isClosed = member.closed_at !== null;
  if ((isClosed && done === null) || (isStaff(member) && !may("superuser"))) return null;
  const isOneself = user?.id === member.id;
  const groups: [title: string, actions: MemberAction[]][] = isClosed
    ? []
    : [
        ["視聴", accessActions(member)],
        ["契約", may("staff.money") ? contractActions(member) : []],
        ["メール", isOneself ? [] : mailActions(member)],
        ["アカウント", isOneself ? [] : accountActions(member)],
        ["権限", isOneself || !may("superuser") ? [] : [staffAction(member)]],
      ];
  return (
    <ProfileBlock title="操作">
      <div className="grid gap-5">
        <DoneBanner message={done} takesFocus />
        {groups.map(
          ([title, actions]) =>
            actions.length > 0 && (
              <div key={title} role="group" aria-label={title} className="grid gap-2">
                <p aria-hidden className="text-xs text-muted">
                  {title}
                </p>
                <div className="flex flex-wrap gap-3">
                  {actions
                    .filter((action) => missing(action) === undefined)
                    // Actions that take something from the member stand last and look unlike the rest.
                    .toSorted((one, other) => Number(one.isTaking ?? false) - Number(other.isTaking ?? false))
                    .map((action) => (
                      <Button
                        key={action.label}
                        look={action.isTaking ? "warning" : "secondary"}
                        onClick={() => {
                          setDone(null);
                          setOpened(action);
                        }}
                      >
                        {action.label}
                      </Button>
                    ))}
                </div>
                {actions.map((action) => {
                  const right = missing(action);
                  return (
                    right && (
                      <p key={action.label} className="phrase text-sm text-muted">
                        {missingRightText(`「${action.label}」`, right)}
                      </p>
                    )
                  );
                })}
              </div>
            ),
        )}
      </div>
      {opened && (
        <ReasonDialog
          action={opened}
          onClose={() => setOpened(null)}
          onDone={(changed) => {
            if (changed) client.setQueryData(memberKey(member.id), changed);
            setDone(opened.done);
            setOpened(null);
          }}
        />
      )}
    </ProfileBlock>
  );
}
