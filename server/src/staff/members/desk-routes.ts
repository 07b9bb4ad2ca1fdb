import { contract } from "@manabiya/contract";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import type { StaffContext } from "../context.ts";
import { recordChange } from "../../audit/record.ts";
import { expireCheckouts } from "../../billing/cancel.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { writeMembers } from "./csv.ts";
import { setBlocked, setSuspended } from "./edit-member.ts";
import * as actions from "./member-actions.ts";
import { requireListRight } from "./list.ts";
import { changesOf, findMember, seesDevices } from "./read-member.ts";
import { readTimeline } from "./timeline.ts";

/** The calls of a member's page beside those of routes.ts, and the list as a file. */
export function adminMemberDeskRoutes(context: StaffContext): void {
  const { app, db, now } = context;
  const desk = contract.adminMemberDesk;

  app.answer(desk.timeline, async ({ params: { id }, query: { before }, currentUser }) => {
    const member = await findMember(context, id);
    const given = { id, before, reader: currentUser, seesDevices: seesDevices(currentUser, member) };
    return readTimeline(db, given, now());
  });

  const change = changesOf(context);
  change(desk.sendVerification, (given) => actions.sendVerification(context, given));
  change(desk.sendPasswordReset, (given) => actions.sendPasswordReset(context, given));
  change(desk.invalidatePassword, (given) => actions.invalidatePasswordOf(context, given));
  change(desk.resumeMails, (given) => actions.resumeMails(context, given));
  change(desk.changeEmail, (given, { email }) => actions.changeEmail(context, given, email));
  change(desk.suspend, async (given, { is_suspended }) => {
    await setSuspended(context, given, is_suspended);
    // Not awaited: a suspension does not wait for the provider.
    if (is_suspended) void expireCheckouts(context.billing, given.id);
  });
  change(desk.close, async (given) => {
    await countHit(db, "billingOperation", { member: given.by.id }, now());
    await actions.closeForMember(context, given);
  });
  change(desk.revokeCertificate, (given, { course }) => actions.revokeCertificateOf(context, given, course));
  change(desk.blockQuestions, (given, { is_blocked }) => setBlocked(context, given, is_blocked));

  app.answer(desk.export, async ({ params: { id }, body: { reason }, currentUser }, reply) => {
    await countHit(db, "dataExport", { member: currentUser.id }, now());
    reply.header("content-disposition", 'attachment; filename="account-data.json"');
    const seesMoney = hasRight(currentUser, "staff.money");
    return actions.exportForMember(context, { id, reason, by: currentUser }, seesMoney);
  });

  app.answer(desk.cancel, async ({ params: { id }, body: { reason, when }, currentUser }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    await actions.cancelForMember(context, { id, reason, by: currentUser }, when);
    return { message: "契約の終了を受け付けました。" };
  });

  app.answer(desk.csv, async ({ body: { q, status, reason }, currentUser }) => {
    requireListRight(currentUser, status);
    await countHit(db, "dataExport", { member: currentUser.id }, now());
    const file = await writeMembers(db, { q, status }, currentUser, now());
    // The searched words may name a person, and the log outlives the account.
    const after = { status, is_search: q !== "", count: file.count };
    await recordChange(db, { by: currentUser.id, action: "member_list.export", id: 0, reason, after }, now());
    return file;
  });
}
