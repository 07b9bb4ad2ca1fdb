import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { StaffContext } from "../context.ts";
import { paginate } from "../../http/paging.ts";
import * as edit from "./edit-member.ts";
import { listMembers, requireListRight } from "./list.ts";
import { present, readMember } from "./read-member.ts";

export function adminMemberRoutes(context: StaffContext): void {
  const { app, db, now } = context;
  const { list, get, grantAccess, endAccess, setStaff, endSessions } = contract.adminMembers;
  const read = (id: number, reader: CurrentUser) => readMember(context, id, reader);

  app.answer(list, async ({ url, query: { page, ...listed }, currentUser }) => {
    requireListRight(currentUser, listed.status);
    const part = { at: new Date(now()).toISOString(), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const { count, rows } = await listMembers(db, listed, part);
    const results = rows.map((row) => present(row, currentUser, now()));
    return paginate(url, { page, size: PAGE_SIZE, count, results });
  });

  app.answer(get, ({ params, currentUser }) => read(params.id, currentUser));

  app.answer(grantAccess, async ({ params: { id }, body: { until, reason }, currentUser }) => {
    await edit.grantAccess(context, { by: currentUser, id, reason }, until);
    return read(id, currentUser);
  });

  app.answer(endAccess, async ({ params: { id }, body: { reason }, currentUser }) => {
    await edit.endAccess(context, { by: currentUser, id, reason });
    return read(id, currentUser);
  });

  app.answer(setStaff, async ({ params: { id }, body: { is_staff, reason }, currentUser }) => {
    await edit.setStaff(context, { by: currentUser, id, reason }, is_staff);
    return read(id, currentUser);
  });

  app.answer(endSessions, async ({ params: { id }, body: { reason }, currentUser }) => {
    await edit.endMemberSessions(context, { by: currentUser, id, reason });
    return read(id, currentUser);
  });
}
