import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { StaffContext } from "../context.ts";
import { paginate } from "../../http/paging.ts";
import * as edit from "./edit-member.ts";
import { listMembers, requireListRight } from "./list.ts";
import { changesOf, present, readMember } from "./read-member.ts";

export function adminMemberRoutes(context: StaffContext): void {
  const { app, db, now } = context;
  const { list, get, grantAccess, endAccess, setStaff, endSessions } = contract.adminMembers;

  app.answer(list, async ({ url, query: { page, ...listed }, currentUser }) => {
    requireListRight(currentUser, listed.status);
    const part = { at: new Date(now()).toISOString(), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const { count, rows } = await listMembers(db, listed, part);
    const results = rows.map((row) => present(row, currentUser, now()));
    return paginate(url, { page, size: PAGE_SIZE, count, results });
  });

  app.answer(get, ({ params, currentUser }) => readMember(context, params.id, currentUser));

  const change = changesOf(context);
  change(grantAccess, (given, { until }) => edit.grantAccess(context, given, until));
  change(endAccess, (given) => edit.endAccess(context, given));
  change(setStaff, (given, { is_staff }) => edit.setStaff(context, given, is_staff));
  change(endSessions, (given) => edit.endMemberSessions(context, given));
}
