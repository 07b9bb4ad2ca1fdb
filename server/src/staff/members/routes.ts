import { staff } from "@manabiya/contract";
import type { Member, MemberDetail } from "@manabiya/contract/staff/members.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { AppContext } from "../../http/app-context.ts";
import { missingRight, notFound } from "../../http/app-error.ts";
import { paginate, splitCount } from "../../http/paging.ts";
import * as edit from "./edit-member.ts";
import {
  findMember,
  listBillingEvents,
  listMembers,
  listSessions,
  type MemberRow,
  readPayment,
  readWatched,
} from "./queries.ts";

const BILLING_EVENTS_MAX = 100;

export function adminMemberRoutes(context: AppContext): void {
  const { app, db, now } = context;
  const { list, get, billingEvents, grantAccess, endAccess, setStaff, endSessions } = staff.adminMembers;
  const at = () => new Date(now()).toISOString();

  async function read(id: number, reader: CurrentUser): Promise<MemberDetail> {
    const [member] = await findMember(db, [at(), id]);
    if (!member) throw notFound("会員");
    const sessions = await listSessions(db, [id, at()]);
    const [watched] = await readWatched(db, [id]);
    const [payment = null] = hasRight(reader, "staff.money") ? await readPayment(db, [id]) : [];
    return { ...present(member, now()), sessions, payment, watched_count: 0, last_watched_at: null, ...watched };
  }

  app.route({
    ...list,
    handler: async ({ url, query: { q, status, page }, currentUser }) => {
      if (status === "payment_failing" && !hasRight(currentUser, "staff.money")) throw missingRight("staff.money");
      const values = [at(), patternOf(q), status, PAGE_SIZE, (page - 1) * PAGE_SIZE];
      const { count, rows } = splitCount(await listMembers(db, values));
      const results = rows.map((row) => present(row, now()));
      return paginate(url, { page, size: PAGE_SIZE, count, results });
    },
  });

  app.route({ ...get, handler: ({ params, currentUser }) => read(params.id, currentUser) });

  app.route({
    ...billingEvents,
    handler: async ({ params: { id } }) => {
      const [member] = await findMember(db, [at(), id]);
      if (!member) throw notFound("会員");
      return listBillingEvents(db, [id, BILLING_EVENTS_MAX]);
    },
  });

  app.route({
    ...grantAccess,
    handler: async ({ params: { id }, body: { until, reason }, currentUser }) => {
      await edit.grantAccess(context, { by: currentUser, id, reason }, until);
      return read(id, currentUser);
    },
  });

  app.route({
    ...endAccess,
    handler: async ({ params: { id }, body: { reason }, currentUser }) => {
      await edit.endAccess(context, { by: currentUser, id, reason });
      return read(id, currentUser);
    },
  });

  app.route({
    ...setStaff,
    handler: async ({ params: { id }, body: { is_staff, reason }, currentUser }) => {
      await edit.setStaff(context, { by: currentUser, id, reason }, is_staff);
      return read(id, currentUser);
    },
  });

  app.route({
    ...endSessions,
    handler: async ({ params: { id }, body: { reason }, currentUser }) => {
      await edit.endMemberSessions(context, { by: currentUser, id, reason });
      return read(id, currentUser);
    },
  });
}

function present(row: MemberRow, now: number): Member {
  return { ...row, can_watch: canWatch(row, now) };
}

/** Stored names and addresses are NFKC-normalized. LIKE's special characters stand for themselves. */
function patternOf(q: string): string {
  return `%${q.normalize("NFKC").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
