import * as z from "zod/mini";
import { Username } from "../accounts/auth.ts";
import { NewPassword, RepeatedPassword, samePassword } from "../accounts/password.ts";
import { call } from "../route.ts";
import { Email, Instant, Message, opaque, params } from "../text.ts";
import { ReasonBody } from "./members.ts";

/** Days until an invitation expires. */
export const INVITATION_DAYS = 3;

export const Colleague = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  is_superuser: z.boolean(),
  may_see_members: z.boolean(),
  may_see_money: z.boolean(),
  must_have_second_factor: z.boolean(),
  has_second_factor: z.boolean(),
  /** Null: not suspended. */
  suspended_at: z.nullable(Instant),
  /** Null: no session. */
  last_used_at: z.nullable(Instant),
});
export type Colleague = z.infer<typeof Colleague>;

const Invitation = z.object({
  id: z.int(),
  email: z.string(),
  may_see_members: z.boolean(),
  may_see_money: z.boolean(),
  expires_at: Instant,
});
export type Invitation = z.infer<typeof Invitation>;

export const Colleagues = z.object({
  /** Superusers first. */
  colleagues: z.array(Colleague),
  /** Open invitations, the newest first. */
  invitations: z.array(Invitation),
  /** The service requires a second factor of all staff, whatever a colleague's own setting is. */
  requires_second_factor: z.boolean(),
});
export type Colleagues = z.infer<typeof Colleagues>;

const flag = (name: string) => z.boolean({ error: `${name}が正しくありません。` });
const rights = { may_see_members: flag("may_see_members"), may_see_money: flag("may_see_money") };

export const InviteBody = z.object({ email: Email, ...rights });

export const RightsBody = z.extend(ReasonBody, {
  is_superuser: flag("is_superuser"),
  ...rights,
  must_have_second_factor: flag("must_have_second_factor"),
});

const SuspensionBody = z.extend(ReasonBody, { is_suspended: flag("is_suspended") });

const token = opaque("トークン", { max: 200 });

export const JoinBody = z
  .object({ token, username: Username, new_password: NewPassword, new_password2: RepeatedPassword })
  .check(samePassword("new_password", "new_password2"));

const response = { 200: Colleagues };

/** Every change answers with all colleagues. Nobody changes their own rights, so one superuser always remains. */
export const adminColleagues = {
  list: call("List staff and open invitations", { response }),
  /** A second invitation of an address replaces the first. */
  invite: call("Invite somebody to staff by email", { body: InviteBody, response, errors: [429] }),
  withdraw: call("Withdraw an invitation", { params, response }),
  /** Taking a right away ends the colleague's sessions and invitations. */
  setRights: call("Change a colleague's rights", { params, body: RightsBody, response }),
  /** Ends sessions and invitations. The account cannot log in until a superuser resumes it. */
  suspend: call("Suspend or resume a colleague", { params, body: SuspensionBody, response }),
  /** Ends every right, session and invitation. The account remains as a member's. */
  remove: call("Remove a colleague from staff", { params, body: ReasonBody, response }),
  /** Ends all sessions, because somebody else may hold the lost device, and mails the colleague. */
  resetSecondFactor: call("Turn a colleague's second factor off", { params, body: ReasonBody, response }),
};

export const staffInvitation = {
  /** `has_account`: a verified account has the address, so its owner logs in and accepts. Otherwise `join` applies. */
  read: call("Read an invitation to staff", {
    body: z.object({ token }),
    response: { 200: z.object({ email: z.string(), has_account: z.boolean() }) },
  }),
  /** Sets up the account. An account of the address that nobody verified passes to the invited person. */
  join: call("Join staff with a new account", { body: JoinBody, response: { 200: Message } }),
  accept: call("Join staff with the signed-in account", {
    body: z.object({ token }),
    response: { 200: Message },
    errors: [403],
  }),
};
