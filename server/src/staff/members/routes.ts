import type { Member, MemberDetail } from "@manabiya/contract/staff/members.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { Database } from "../../db/open.ts";
import { notFound } from "../../http/app-error.ts";
import { paginate, splitCount } from "../../http/paging.ts";
import { listBillingEvents } from "./billing-events.ts";
import * as change from "./change.ts";
import { findMember, listMembers, listSessions, type MemberRow, readWatched } from "./queries.ts";

/** What is shown of a member's history of billing. */
const BILLING_EVENTS_MAX = 100;

export function adminMemberRoutes({ app, db, now }: AppContext): void {
  const { list, get, billingEvents, grantAccess, endAccess, setStaff, endSessions } = staff.adminMembers;
  const at = () => new Date(now()).toISOString();

  async function read(id: number): Promise<MemberDetail> {
    const [member] = await findMember(db, [at(), id]);
    if (!member) throw notFound("会員");
    const sessions = await listSessions(db, [id, at()]);
    const [watched] = await readWatched(db, [id]);
    return { ...present(member, now()), sessions, watched_count: 0, last_watched_at: null, ...watched };
  }

  async function changed(id: number, work: (tx: Database) => Promise<void>): Promise<MemberDetail> {
    await db.transaction(work);
    return read(id);
  }

  app.route({
    ...list,
    handler: async ({ url, query: { q, status, page } }) => {
      const values = [at(), patternOf(q), status, PAGE_SIZE, (page - 1) * PAGE_SIZE];
      const { count, rows } = splitCount(await listMembers(db, values));
      const results = rows.map((row) => present(row, now()));
      return paginate(url, { page, size: PAGE_SIZE, count, results });
    },
  });

  app.route({ ...get, handler: ({ params }) => read(params.id) });

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
    handler: ({ params: { id }, body: { until, reason }, currentUser }) => {
      const act = { by: currentUser.id, id, reason, now: now() };
      return changed(id, (tx) => change.grantAccess(tx, until, act));
    },
  });

  app.route({
    ...endAccess,
    handler: ({ params: { id }, body: { reason }, currentUser }) =>
      changed(id, (tx) => change.endAccess(tx, { by: currentUser.id, id, reason, now: now() })),
  });

  app.route({
    ...setStaff,
    handler: ({ params: { id }, body: { is_staff, reason }, currentUser }) => {
      const act = { by: currentUser.id, id, reason, now: now() };
      return changed(id, (tx) => change.setStaff(tx, is_staff, act));
    },
  });

  app.route({
    ...endSessions,
    handler: ({ params: { id }, body: { reason }, currentUser }) =>
      changed(id, (tx) => change.endMemberSessions(tx, { by: currentUser.id, id, reason, now: now() })),
  });
}

function present(row: MemberRow, now: number): Member {
  return { ...row, can_watch: canWatch(row, now) };
}

/** Names and addresses are kept with full width turned to half width; what LIKE takes specially is meant literally. */
function patternOf(q: string): string {
  return `%${q.normalize("NFKC").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
