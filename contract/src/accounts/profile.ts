import * as z from "zod/mini";
import { Username } from "./auth.ts";
import { CurrentPassword, NewPassword, RepeatedPassword, samePassword } from "./password.ts";
import { route } from "../route.ts";
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
  created_at: Instant,
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  has_second_factor: z.boolean(),
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
  .object({
    old_password: CurrentPassword,
    new_password: NewPassword,
    new_password2: RepeatedPassword,
    code,
  })
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
});
export type AccountSession = z.infer<typeof AccountSession>;

export const profile = {
  get: route({
    method: "GET",
    url: "/api/profile/",
    config: { access: "member", summary: "Get the member's profile and plan" },
    schema: { response: { 200: Profile } },
  }),
  update: route({
    method: "PUT",
    url: "/api/profile/update/",
    config: { access: "member", summary: "Change the member's name and email address", errors: [403, 429] },
    schema: { body: ProfileUpdateBody, response: { 200: Message } },
  }),
  /** Ends every other session of the account. */
  changePassword: route({
    method: "POST",
    url: "/api/profile/change-password/",
    config: { access: "member", summary: "Change the password and end all other sessions", errors: [429] },
    schema: { body: ChangePasswordBody, response: { 200: Message } },
  }),
  sessions: route({
    method: "GET",
    url: "/api/profile/sessions/",
    config: { access: "member", summary: "List the devices on which the member is signed in" },
    schema: { response: { 200: z.array(AccountSession) } },
  }),
  endSession: route({
    method: "DELETE",
    url: "/api/profile/sessions/:id/",
    config: { access: "member", summary: "Sign one device out", errors: [403, 429] },
    schema: {
      params: z.object({ id: z.uuid() }),
      body: z.optional(z.nullable(EndSessionBody)),
      response: { 200: Message },
    },
  }),
  endOtherSessions: route({
    method: "DELETE",
    url: "/api/profile/sessions/",
    config: { access: "member", summary: "Sign all other devices out", errors: [403, 429] },
    schema: { body: z.optional(z.nullable(EndSessionBody)), response: { 200: Message } },
  }),
  /** All data about the member, without secrets. */
  export: route({
    method: "GET",
    url: "/api/profile/export/",
    config: { access: "member", summary: "Download all data stored about the member", errors: [429] },
    schema: { response: { 200: z.record(z.string(), z.unknown()) } },
  }),
  /** 退会: anonymises the account and deletes the member's data. */
  remove: route({
    method: "POST",
    url: "/api/profile/delete/",
    config: { access: "member", summary: "Close the account", errors: [429] },
    schema: { body: DeleteAccountBody, response: { 200: Message } },
  }),
};
