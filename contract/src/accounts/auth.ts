import * as z from "zod/mini";
import { VIDEO_PATH } from "../rules/wanted-video.ts";
import { AgreedVersions } from "../legal/agreements.ts";
import { CurrentPassword, NewPassword, RepeatedPassword, samePassword } from "./password.ts";
import { call } from "../route.ts";
import { Email, Message, name, opaque } from "../text.ts";
import { SessionUser } from "./user.ts";

export const USERNAME_MAX = 50;

/** Characters of `source`. */
export const SOURCE_MAX = 100;

export const Username = name("ユーザー名", { max: USERNAME_MAX });

/** Requests refresh tokens that change with each use. Without it a session has one refresh token. */
const rotate = z.optional(z.boolean());

/** Names the provider's account that a screen shows: another one may wait by now, because another tab or person was at the provider. */
export const IdentityId = opaque("identity", { max: 100 });

/** The body of every sign-up, apart from a password. */
const signupFields = {
  username: Username,
  email: Email,
  subscription_status: z._default(
    z.enum(["inactive", "trial"], { error: "subscription_statusが正しくありません。" }),
    "inactive",
  ),
  agreedToTerms: z.literal(true, { error: "利用規約とプライバシーポリシーへの同意が必要です。" }),
  rotate,
  /** The campaign or the site that the visitor came from, for figures without persons. */
  source: z.optional(opaque("source", { max: SOURCE_MAX })),
  /** Absent: the versions in force. */
  agreed_versions: z.optional(AgreedVersions),
};

export const SignupBody = z
  .object({ ...signupFields, password: NewPassword, password2: RepeatedPassword })
  .check(samePassword("password", "password2"));

/** Without a password. An address other than the provider's verified one gets the mail that verifies it. */
export const ProviderSignupBody = z.object({ ...signupFields, identity: IdentityId });

export const LoginBody = z.object({ email: Email, password: CurrentPassword, rotate });

export const TokenPair = z.object({ access: z.string(), refresh: z.string() });
export type TokenPair = z.infer<typeof TokenPair>;

export const SignedIn = z.object({ user: SessionUser, token: TokenPair });
export type SignedIn = z.infer<typeof SignedIn>;

/**
 * The login's answer to a right password of an account with a second factor: see second-factor.ts. `error` is a message
 * for users of clients without this step.
 */
export const SecondFactorRequired = z.object({
  error: z.string(),
  type: z.literal("second_factor_required"),
  message: z.string(),
  /** For `secondFactor.logIn`, with the code. */
  ticket: z.string(),
});
export type SecondFactorRequired = z.infer<typeof SecondFactorRequired>;

const RefreshToken = opaque("リフレッシュトークン", { max: 512 });

export const PasswordResetBody = z.object({
  email: Email,
  /** The path of the video that the visitor wanted. The link in the mail leads on to it. */
  next: z.optional(
    z.string().check(z.regex(VIDEO_PATH, { error: "nextが正しくありません。" }), z.meta({ examples: ["/video/12"] })),
  ),
});

export const PasswordResetConfirmBody = z
  .object({ token: opaque("トークン", { max: 200 }), new_password: NewPassword, new_password2: RepeatedPassword })
  .check(samePassword("new_password", "new_password2"));

export const auth = {
  signup: call("Create an account and sign in", { body: SignupBody, response: { 201: SignedIn }, errors: [429] }),
  login: call("Sign in with email and password", {
    body: LoginBody,
    response: { 200: SignedIn, 403: SecondFactorRequired },
    errors: [401, 429],
  }),
  refresh: call("Exchange a refresh token for a new access token", {
    body: z.object({ refresh: RefreshToken }),
    response: { 200: z.object({ access: z.string(), refresh: z.optional(z.string()) }) },
    errors: [401],
  }),
  logout: call("End the session of a refresh token", {
    body: z.object({ refresh_token: RefreshToken }),
    response: { 200: Message },
  }),
  /** Returns the same answer whether the address has an account or not. */
  requestPasswordReset: call("Send an email with a password reset link", {
    body: PasswordResetBody,
    response: { 200: Message },
    errors: [429],
  }),
  /** Ends every session of the account. `token` is for servers that sign in at once; this one never sends it. */
  confirmPasswordReset: call("Set a new password with the token of a reset link", {
    body: PasswordResetConfirmBody,
    response: {
      200: z.object({
        success: z.boolean(),
        message: z.optional(z.string()),
        token: z.optional(z.string()),
        error: z.optional(z.string()),
      }),
    },
  }),
};
