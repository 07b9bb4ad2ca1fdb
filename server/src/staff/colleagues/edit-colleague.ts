import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { endSessions } from "../../accounts/passwords/new-password.ts";
import { removeSecondFactor } from "../../accounts/second-factor/queries.ts";
import type { SiteSettings } from "../../config/config.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { secondFactorMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { deleteRecord } from "../edit-record.ts";
import {
  editMember,
  lockMemberFor,
  type MemberChange,
  NO_RIGHTS,
  rejectOneself,
  requireSuperuser,
  suspend,
} from "../members/edit-member.ts";
import type { MemberRow } from "../members/queries.ts";

type Context = Pick<StaffContext, "db" | "catalogue" | "now">;
type Rights = Pick<MemberRow, "is_superuser" | "may_see_members" | "may_see_money" | "must_have_second_factor">;

const ONESELF = "自分自身の権限は変更できません。ほかの管理者に依頼してください。";

/** @throws 404, 403, 400 for oneself */
export async function setRights(context: Context, change: MemberChange, rights: Rights): Promise<void> {
  rejectOneself(change, ONESELF);
  await editMember(
    context,
    change,
    "member.set_rights",
    (colleague) => {
      requireColleague(colleague);
      return { is_staff: true, ...rights };
    },
    { bySuperuser: true, endsPower: (colleague) => TAKEN.some((right) => colleague[right] && !rights[right]) },
  );
}

const TAKEN = ["is_superuser", "may_see_members", "may_see_money"] as const;

/** @throws 404, 403, 400 for oneself */
export function setSuspended(context: Context, change: MemberChange, isSuspended: boolean): Promise<void> {
  rejectOneself(change, ONESELF);
  return suspend(context, change, isSuspended, { refuse: requireColleague, bySuperuser: true });
}

/** Ends every right and every session. @throws 404, 403, 400 for oneself */
export function removeColleague(context: Context, change: MemberChange): Promise<void> {
  rejectOneself(change, ONESELF);
  return editMember(context, change, "member.remove_staff", () => NO_RIGHTS, {
    bySuperuser: true,
    endsPower: () => true,
  });
}

/** For a colleague who lost the authenticator and the recovery codes. @throws 404, 403, 400 */
export async function resetSecondFactor(
  context: Context & { site: SiteSettings },
  change: MemberChange,
  network: string,
): Promise<void> {
  rejectOneself(change, "自分自身の2段階認証は、設定で変更してください。");
  const { id, by, reason } = change;
  await deleteRecord<MemberRow>(context, {
    label: "スタッフ",
    lock: async (tx) => {
      await requireSuperuser(tx, by.id);
      const members = await lockMemberFor(tx, context, change);
      members.forEach(requireColleague);
      return members;
    },
    audit: { by: by.id, reason, action: "member.turn_off_second_factor" },
    remove: async (tx: Database, colleague) => {
      if (!(await removeSecondFactor(tx, id))) {
        throw new AppError(400, "second_factor_off", "2段階認証はオンになっていません。");
      }
      // Another person may hold the lost device.
      await endSessions(tx, id, null, context.now());
      const mail = { recipient: colleague.email, change: "reset", now: context.now() } as const;
      await queueMail(tx, secondFactorMail(context.site, mail), { network }, context.now());
    },
    logged: () => ({}),
  });
}

/** @throws 404 for members without rights */
function requireColleague(member: MemberRow): void {
  if (!isStaff(member)) throw notFound("スタッフ");
}
