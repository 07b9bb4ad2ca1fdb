import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import { contract } from "@manabiya/contract";
import { type Colleagues, INVITATION_DAYS } from "@manabiya/contract/staff/colleagues.ts";
import { refuseClosedAddress } from "../../accounts/login/accounts.ts";
import { hashToken, newToken } from "../../crypto/token.ts";
import type { StaffContext } from "../context.ts";
import { tooManyRequests, validationError } from "../../errors/app-error.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { staffInvitationMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { createRecord, deleteRecord } from "../edit-record.ts";
import { requireSuperuser } from "../members/edit-member.ts";
import * as edit from "./edit-colleague.ts";
import * as queries from "./queries.ts";

export function adminColleagueRoutes(context: StaffContext): void {
  const { app, db, now, site, wakeMailSender, requireStaffSecondFactor } = context;
  const { list, invite, withdraw, setRights, suspend, remove, resetSecondFactor } = contract.adminColleagues;

  async function read(): Promise<Colleagues> {
    const at = [new Date(now()).toISOString()];
    const [colleagues, invitations] = [await queries.listColleagues(db, at), await queries.listInvitations(db, at)];
    return { colleagues, invitations, requires_second_factor: requireStaffSecondFactor };
  }

  app.answer(list, read);

  app.answer(invite, async ({ body: { email, may_see_members, may_see_money }, currentUser, ip }) => {
    refuseClosedAddress(email);
    const token = newToken();
    const [at, expires] = [now(), now() + INVITATION_DAYS * DAY].map((instant) => new Date(instant).toISOString());
    const values = [email, hashToken(token), may_see_members, may_see_money, currentUser.id, at, expires];
    await createRecord(context, {
      audit: { by: currentUser.id, action: "invitation.create" },
      insert: async (tx) => {
        await requireSuperuser(tx, currentUser.id);
        if ((await queries.findStaffByEmail(tx, [email])).length > 0)
          throw validationError({ email: ["このメールアドレスの方は、すでにスタッフです。"] });
        const mail = staffInvitationMail(site, { recipient: email, token, days: INVITATION_DAYS });
        const wait = await queueMail(tx, mail, { network: clientNetworkOf(ip) }, now());
        if (wait > 0) throw tooManyRequests(wait);
        return queries.saveInvitation(tx, values);
      },
      logged: () => ({ may_see_members, may_see_money }),
    });
    wakeMailSender();
    return read();
  });

  app.answer(withdraw, async ({ params: { id }, currentUser }) => {
    await deleteRecord(context, {
      label: "招待",
      lock: (tx) => queries.lockInvitation(tx, [id]),
      audit: { by: currentUser.id, action: "invitation.withdraw" },
      remove: (tx) => queries.removeInvitation(tx, [id]),
      logged: ({ may_see_members, may_see_money }) => ({ may_see_members, may_see_money }),
    });
    return read();
  });

  app.answer(setRights, async ({ params: { id }, body: { reason, ...rights }, currentUser }) => {
    await edit.setRights(context, { by: currentUser, id, reason }, rights);
    return read();
  });

  app.answer(suspend, async ({ params: { id }, body: { reason, is_suspended }, currentUser }) => {
    await edit.setSuspended(context, { by: currentUser, id, reason }, is_suspended);
    return read();
  });

  app.answer(remove, async ({ params: { id }, body: { reason }, currentUser }) => {
    await edit.removeColleague(context, { by: currentUser, id, reason });
    return read();
  });

  app.answer(resetSecondFactor, async ({ params: { id }, body: { reason }, currentUser, ip }) => {
    await edit.resetSecondFactor(context, { by: currentUser, id, reason }, clientNetworkOf(ip));
    wakeMailSender();
    return read();
  });
}
