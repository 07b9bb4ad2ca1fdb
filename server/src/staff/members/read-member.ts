import type { Member, MemberDetail } from "@manabiya/contract/staff/members.ts";
import { listAgreements } from "../../accounts/agreements.ts";
import { canWatch, isStaff } from "@manabiya/contract/rules/can-watch.ts";
import type { Route } from "@manabiya/contract";
import type { ZodMiniType } from "zod/mini";
import { listCertificates } from "../../lists/certificates/queries.ts";
import { hasRight, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import { viewingSentence } from "@manabiya/contract/rules/viewing-sentence.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { StaffContext } from "../context.ts";
import { only } from "../../errors/app-error.ts";
import { findUndeliverable } from "../../mail/undeliverable.ts";
import { providerAddress } from "../alerts/provider-address.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import type { MemberChange } from "./edit-member.ts";
import * as queries from "./queries.ts";

type Context = Pick<StaffContext, "db" | "now" | "providerPages">;

/** @throws 404 */
export async function findMember({ db, now }: Pick<Context, "db" | "now">, id: number): Promise<queries.MemberRow> {
  return only(await queries.findMember(db, [new Date(now()).toISOString(), id]), "会員");
}

/** The sessions and the mails of colleagues are for superusers. */
export const seesDevices = (reader: StaffRights, member: Pick<queries.MemberRow, "is_staff" | "is_superuser">) =>
  reader.is_superuser || !isStaff(member);

/** The state of payments, the amounts and the provider's pages are for readers with the right to money. @throws 404 */
export async function readMember(context: Context, id: number, reader: CurrentUser): Promise<MemberDetail> {
  const { db, now, providerPages } = context;
  const member = await findMember(context, id);
  const hasDevices = seesDevices(reader, member);
  const values = [id, new Date(now()).toISOString()];
  const sessions = hasDevices ? await queries.listSessions(db, values) : [];
  const shared_hours = hasDevices ? await queries.listSharedHours(db, values) : [];
  const agreements = await listAgreements(db, [id]);
  const certificates = await listCertificates(db, [...values, false]);
  const [watched] = hasDevices ? await queries.readWatched(db, [id]) : [];
  const seesMoney = hasRight(reader, "staff.money");
  const [payment = null] = seesMoney ? await queries.readPayment(db, [id]) : [];
  const [ids] = seesMoney ? await queries.readProviderIds(db, [id]) : [];
  const page = (about: string | null | undefined) => (about ? providerAddress(providerPages, about) : null);
  const provider = { customer_url: page(ids?.customer_id), subscription_url: page(ids?.subscription_id) };
  const { must_reset_password, has_gift } = member;
  const none = { watched_count: 0, last_watched_at: null };
  const [undeliverable = null] = await findUndeliverable(db, [id]);
  const own = {
    undeliverable,
    sessions,
    shared_hours,
    agreements,
    certificates,
    must_reset_password,
    has_gift,
    payment,
    provider,
    ...none,
    ...watched,
  };
  return { ...present(member, reader, now()), ...own };
}

export function present(
  { last_granted_until, payment_failed, ...row }: queries.MemberRow,
  reader: StaffRights,
  now: number,
): Member {
  const failed = payment_failed && hasRight(reader, "staff.money");
  const given = { ...row, access_granted_until: last_granted_until, payment_failed: failed };
  const viewing = viewingSentence(given, now);
  return { ...row, viewing, can_watch: canWatch(row, now) };
}

type Changing<Body> = Route & { schema: { body: ZodMiniType<Body> } };

interface ChangeRequest<Body> {
  params: { id: number };
  body: Body;
  currentUser: CurrentUser;
  ip: string;
}

/** @returns a function that lets a call change a member, for a reason, and answer with the member as the change left it */
export function changesOf(context: StaffContext) {
  return <Body extends { reason: string }>(
    call: Changing<Body>,
    work: (change: MemberChange & { network: string }, body: Body) => Promise<unknown>,
  ): void => {
    const handler = async ({ params: { id }, body, currentUser, ip }: ChangeRequest<Body>) => {
      await work({ id, reason: body.reason, by: currentUser, network: clientNetworkOf(ip) }, body);
      return readMember(context, id, currentUser);
    };
    context.app.answer(call, handler as never);
  };
}
