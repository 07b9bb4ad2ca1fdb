import { contract } from "@manabiya/contract";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { StaffContext } from "../context.ts";
import { recordChange } from "../../audit/record.ts";
import { expireCheckouts } from "../../billing/cancel.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { writeMembers } from "./csv.ts";
import { setBlocked, setSuspended } from "./edit-member.ts";
import * as actions from "./member-actions.ts";
import { requireListRight } from "./list.ts";
import { findMember, readMember, seesDevices } from "./read-member.ts";
import { readTimeline } from "./timeline.ts";

/** The calls of a member's page beside those of routes.ts, and the list as a file. */
export function adminMemberDeskRoutes(context: StaffContext): void {
  const { app, db, now } = context;
  const desk = contract.adminMemberDesk;
  const read = (id: number, reader: CurrentUser) => readMember(context, id, reader);

  app.answer(desk.timeline, async ({ params: { id }, query: { before }, currentUser }) => {
    const member = await findMember(context, id);
    const given = { id, before, reader: currentUser, seesDevices: seesDevices(currentUser, member) };
    return readTimeline(db, given, now());
  });

  app.answer(desk.sendVerification, async ({ params: { id }, body: { reason }, currentUser, ip }) => {
    await actions.sendVerification(context, { id, reason, by: currentUser, network: clientNetworkOf(ip) });
    return read(id, currentUser);
  });

  app.answer(desk.sendPasswordReset, async ({ params: { id }, body: { reason }, currentUser, ip }) => {
    await actions.sendPasswordReset(context, { id, reason, by: currentUser, network: clientNetworkOf(ip) });
    return read(id, currentUser);
  });

  app.answer(desk.invalidatePassword, async ({ params: { id }, body: { reason }, currentUser, ip }) => {
    await actions.invalidatePasswordOf(context, { id, reason, by: currentUser, network: clientNetworkOf(ip) });
    return read(id, currentUser);
  });

  app.answer(desk.resumeMails, async ({ params: { id }, body: { reason }, currentUser }) => {
    await actions.resumeMails(context, { id, reason, by: currentUser });
    return read(id, currentUser);
  });

  app.answer(desk.changeEmail, async ({ params: { id }, body: { reason, email }, currentUser, ip }) => {
    const change = { id, reason, by: currentUser, network: clientNetworkOf(ip) };
    await actions.changeEmail(context, change, email);
    return read(id, currentUser);
  });

  app.answer(desk.suspend, async ({ params: { id }, body: { reason, is_suspended }, currentUser }) => {
    await setSuspended(context, { id, reason, by: currentUser }, is_suspended);
    // Not awaited: a suspension does not wait for the provider.
    if (is_suspended) void expireCheckouts(context.billing, id);
    return read(id, currentUser);
  });

  app.answer(desk.blockQuestions, async ({ params: { id }, body: { reason, is_blocked }, currentUser }) => {
    await setBlocked(context, { id, reason, by: currentUser }, is_blocked);
    return read(id, currentUser);
  });

  app.answer(desk.export, async ({ params: { id }, body: { reason }, currentUser }, reply) => {
    await countHit(db, "dataExport", { member: currentUser.id }, now());
    reply.header("content-disposition", 'attachment; filename="account-data.json"');
    const seesMoney = hasRight(currentUser, "staff.money");
    return actions.exportForMember(context, { id, reason, by: currentUser }, seesMoney);
  });

  app.answer(desk.close, async ({ params: { id }, body: { reason }, currentUser }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    await actions.closeForMember(context, { id, reason, by: currentUser });
    return read(id, currentUser);
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
