import { randomUUID } from "node:crypto";
import { everyCall } from "@manabiya/contract/every-call.ts";

/** A body of each call on one member, without the reason. A new call without a body fails the tests. */
const BODIES: Record<string, (invoice?: string) => object> = {
  "adminMembers.get": () => ({}),
  "adminMembers.grantAccess": () => ({ until: "2027-12-31" }),
  "adminMembers.endAccess": () => ({}),
  "adminMembers.setStaff": () => ({ is_staff: false }),
  "adminMembers.endSessions": () => ({}),
  "adminMemberDesk.timeline": () => ({}),
  "adminMemberDesk.sendVerification": () => ({}),
  "adminMemberDesk.sendPasswordReset": () => ({}),
  "adminMemberDesk.invalidatePassword": () => ({}),
  "adminMemberDesk.resumeMails": () => ({}),
  "adminMemberDesk.changeEmail": () => ({ email: `taken-over-${randomUUID()}@example.com` }),
  "adminMemberDesk.suspend": () => ({ is_suspended: true }),
  "adminMemberDesk.blockQuestions": () => ({ is_blocked: true }),
  "adminMemberDesk.revokeCertificate": () => ({ course: 1 }),
  "adminMemberDesk.export": () => ({}),
  "adminMemberDesk.close": () => ({}),
  "adminMemberDesk.cancel": () => ({ when: "period_end" }),
  "adminPayments.list": () => ({}),
  "adminPayments.credit": () => ({}),
  "adminPayments.refund": (invoice = "in_1") => ({
    invoice,
    amount: 1,
    refunded: 0,
    request_id: randomUUID(),
    ends_access: true,
  }),
};

/** Every call about one member. */
export const memberCalls = everyCall.filter(({ route }) => route.url.startsWith("/api/admin/members/:id/"));

/** @returns undefined for a call without a body */
export function memberCallBody(name: string, invoice?: string): object | undefined {
  const body = BODIES[name];
  if (!body) throw new Error(`${name} has no body`);
  const call = memberCalls.find((each) => each.name === name);
  return call?.route.method === "GET" ? undefined : { ...body(invoice), reason: "お問い合わせ 34 への対応" };
}
