import * as z from "zod/mini";
import { SignedIn } from "./auth.ts";
import { CurrentPassword } from "./password.ts";
import { call } from "../route.ts";
import { nfkc } from "../nfkc.ts";
import { Instant, Message, opaque, reformed } from "../text.ts";

/** Codes in a set; each signs in once. */
export const RECOVERY_CODES = 10;

/** Characters with the spaces and hyphens of any note. */
const CODE_MAX = 50;
const CODE_FORM = /^(\d{6}|[2-9A-HJ-NP-Z]{10})$/;

/** Ignores spaces, hyphens, width and case, which differ between notes of the same code. */
const typedCode = reformed("確認コード", { max: CODE_MAX }, (value) =>
  nfkc(value)
    .replace(/[\s\-‐–—ー−]/gu, "")
    .toUpperCase(),
);

const present = z.string().check(z.minLength(1, { error: "確認コードを入力してください。" }));

/** A code of an authenticator application. */
export const TotpCode = z.pipe(
  typedCode,
  z.pipe(present, z.string().check(z.regex(/^\d{6}$/, { error: "確認コードは6桁の数字で入力してください。" }))),
);

/** A code of an authenticator application, or a recovery code. */
export const SecondFactorCode = z.pipe(
  typedCode,
  z.pipe(
    present,
    z.string().check(z.regex(CODE_FORM, { error: "6桁の確認コードか、10文字のリカバリーコードを入力してください。" })),
  ),
);

export const LoginCodeBody = z.object({
  /** From the login's answer 403 `second_factor_required`. */
  ticket: opaque("ticket", { max: 200 }),
  code: SecondFactorCode,
  rotate: z.optional(z.boolean()),
});

export const StartSecondFactorBody = z.object({ password: CurrentPassword });
export const ConfirmSecondFactorBody = z.object({ code: TotpCode });
export const ChangeSecondFactorBody = z.object({ password: CurrentPassword, code: SecondFactorCode });

export const SecondFactorState = z.object({
  enabled_at: z.nullable(Instant),
  recovery_codes_left: z.int(),
  /** The server requires a second factor of this member of staff. */
  is_required: z.boolean(),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** `secret` is Base32; authenticator applications read `uri` from a QR code. */
export const SecondFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>;

/** The server sends recovery codes once and stores only hashes. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const secondFactor = {
  /** The second step of a login. A ticket is valid for one login, within five minutes. */
  logIn: call("Complete a sign-in with a second-factor code", {
    body: LoginCodeBody,
    response: { 200: SignedIn },
    errors: [429],
  }),
  // Calls that set it up require a verified address: 403 `email_unverified`.
  get: call("Get the state of the second factor", { response: { 200: SecondFactorState } }),
  /** Makes a new secret. Logins require a code only after `confirm`. */
  start: call("Start to set up a second factor", {
    body: StartSecondFactorBody,
    response: { 200: SecondFactorSecret },
    errors: [403, 429],
  }),
  confirm: call("Turn the second factor on with a first code", {
    body: ConfirmSecondFactorBody,
    response: { 200: RecoveryCodes },
    errors: [403, 429],
  }),
  /** Older codes stop working. */
  renewRecoveryCodes: call("Replace all recovery codes", {
    body: ChangeSecondFactorBody,
    response: { 200: RecoveryCodes },
    errors: [403, 429],
  }),
  turnOff: call("Turn the second factor off", {
    body: ChangeSecondFactorBody,
    response: { 200: Message },
    errors: [429],
  }),
};
