import * as z from "zod/mini";
import { IdentityId, ProviderSignupBody, SignedIn } from "./auth.ts";
import { RETURN_PATH_MAX } from "../rules/wanted-video.ts";
import { call } from "../route.ts";
import { EndSessionBody } from "./profile.ts";
import { Message, opaque } from "../text.ts";

/** The settings of each begin with its name in capitals. */
export const PROVIDERS = ["google", "line", "apple", "oidc"] as const;
export const ProviderKey = z.enum(PROVIDERS, { error: "ログイン方法が正しくありません。" });
export type ProviderKey = z.infer<typeof ProviderKey>;

/** A path of this service. Browsers read `//` as the beginning of another host, also behind `/.`, and a backslash. */
export const ReturnPath = z.string({ error: "nextが正しくありません。" }).check(
  z.maxLength(RETURN_PATH_MAX, { error: "nextが正しくありません。" }),
  z.refine((value) => /^(?![^?#]*\/\/)\/[\x21-\x5b\x5d-\x7e]*$/.test(value), { error: "nextが正しくありません。" }),
  z.meta({ examples: ["/video/12"] }),
);

const fromProvider = (name: string) => z.optional(opaque(name, { max: 4_000 }));

/** The parameters with which the provider sends the person back. */
export const ProviderReturn = z.object({
  code: fromProvider("code"),
  state: fromProvider("state"),
  iss: fromProvider("iss"),
  error: fromProvider("error"),
});

/** An account at a provider that belongs to no account here. A cookie keeps it for ten minutes. */
export const UnknownIdentity = z.object({
  id: z.string(),
  provider: ProviderKey,
  email: z.nullable(z.string()),
  username: z.string(),
  /** The verified address belongs to an account here, which its password must prove. */
  has_account: z.boolean(),
  /** The person came to add the provider to the account that is signed in. */
  connects: z.boolean(),
});
export type UnknownIdentity = z.infer<typeof UnknownIdentity>;

/** `next` and one of the others. */
export const ProviderAnswer = z.object({
  next: z.string(),
  signed_in: z.optional(SignedIn),
  /** For `secondFactor.logIn`, with the code. */
  second_factor_ticket: z.optional(z.string()),
  unknown: z.optional(UnknownIdentity),
});

export const LoginMethods = z.object({
  connected: z.array(ProviderKey),
  /** Waits for the member's word, because another person may have been at the provider in this browser. */
  waiting: z.nullable(z.object({ id: z.string(), provider: ProviderKey, email: z.nullable(z.string()) })),
});

const params = z.object({ provider: ProviderKey });

export const providers = {
  start: call("Begin a login with a provider; the browser opens the answered address", {
    params,
    body: z.object({ connects: z.boolean(), next: ReturnPath }),
    response: { 200: z.object({ url: z.string() }) },
    errors: [429],
  }),
  finish: call("Complete a login with what the provider sent", {
    params,
    body: z.extend(ProviderReturn, { rotate: z.optional(z.boolean()) }),
    response: { 200: ProviderAnswer },
    errors: [401, 403, 429],
  }),
  signUp: call("Create an account for the provider's account and sign in", {
    body: ProviderSignupBody,
    response: { 201: SignedIn },
    errors: [429],
  }),
  list: call("List the providers that log the member in", { response: { 200: LoginMethods } }),
  /** Adds the account that `finish` found unknown, which `identity` names. Null ends the login by the provider unless it is the last way. */
  change: call("Add or remove a provider that logs the member in", {
    params,
    body: z.extend(EndSessionBody, { identity: z.nullable(IdentityId) }),
    response: { 200: Message },
    errors: [403, 429],
  }),
};
