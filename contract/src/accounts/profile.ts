import * as z from "zod/mini";
import { Username } from "./auth.ts";
import { CurrentPassword, NewPassword, RepeatedPassword, samePassword } from "./password.ts";
import { call } from "../route.ts";
import { SecondFactorCode } from "./second-factor.ts";
import { Email, Instant, Message } from "../text.ts";
import { SubscriptionPlan, SubscriptionStatus } from "./user.ts";

export const Profile = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  email_verified_at: z.nullable(Instant),
  subscription_plan: SubscriptionPlan,
  subscription_status: SubscriptionStatus,
  subscription_end_date: z.nullable(Instant),
  cancel_at_period_end: z.boolean(),
  /** The end of a redeemed gift or of access that staff gave, also beside a contract; null: none runs. */
  access_granted_until: z.optional(z.nullable(Instant)),
  created_at: Instant,
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  /** Rights of staff beside content, as they hold now: true for superusers. */
  may_see_members: z.boolean(),
  may_see_money: z.boolean(),
  has_second_factor: z.boolean(),
  /** Without one, a provider logs the member in, and a recent login confirms what the password would. */
  has_password: z.boolean(),
  /** Staff calls return 403 `second_factor_setup_required` until the account has one. */
  needs_second_factor: z.boolean(),
  /** By the server's clock, because the browser's may be wrong. */
  can_watch: z.boolean(),
  /** Days left of a running trial, rounded up; null without one. */
  trial_days_left: z.nullable(z.int()),
});
export type Profile = z.infer<typeof Profile>;

/** Required (400 on `code`) together with the password where the account has a second factor. */
const code = z.optional(SecondFactorCode);

export const ProfileUpdateBody = z.object({
  username: Username,
  email: Email,
  /** Required (403 `password_required`) to change the address when the login is older than 15 minutes. */
  current_password: z.optional(CurrentPassword),
  code,
});

export const ChangePasswordBody = z
  .object({ old_password: CurrentPassword, new_password: NewPassword, new_password2: RepeatedPassword, code })
  .check(samePassword("new_password", "new_password2"));

export const DeleteAccountBody = z.object({ password: CurrentPassword, code });

/** Required (403 `password_required`) when the login is older than 15 minutes. */
export const EndSessionBody = z.object({ password: z.optional(CurrentPassword), code });

/** `address` is an IP address. */
export const AccountSession = z.object({
  id: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  address: z.string(),
  user_agent: z.string(),
  is_current: z.boolean(),
  /** The name of the provider that logged the member in; null: a password. */
  provider: z.nullable(z.string()),
});
export type AccountSession = z.infer<typeof AccountSession>;

export const profile = {
  get: call("Get the member's profile and plan", { response: { 200: Profile } }),
  update: call("Change the member's name and email address", {
    body: ProfileUpdateBody,
    response: { 200: Message },
    errors: [403, 429],
  }),
  /** Ends every other session of the account. */
  changePassword: call("Change the password and end all other sessions", {
    body: ChangePasswordBody,
    response: { 200: Message },
    errors: [429],
  }),
  sessions: call("List the devices on which the member is signed in", { response: { 200: z.array(AccountSession) } }),
  endSession: call("Sign one device out", {
    params: z.object({ id: z.uuid() }),
    body: z.optional(z.nullable(EndSessionBody)),
    response: { 200: Message },
    errors: [403, 429],
  }),
  endOtherSessions: call("Sign all other devices out", {
    body: z.optional(z.nullable(EndSessionBody)),
    response: { 200: Message },
    errors: [403, 429],
  }),
  /** All data about the member, without secrets. */
  export: call("Download all data stored about the member", {
    response: { 200: z.record(z.string(), z.unknown()) },
    errors: [429],
  }),
  /** 退会: anonymises the account and deletes the member's data. */
  remove: call("Close the account", { body: DeleteAccountBody, response: { 200: Message }, errors: [429] }),
};
