import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant } from "../text.ts";

/** The documents to which a new member agrees. */
export const AGREED_PAGES = ["terms", "privacy"] as const;
export type AgreedPage = (typeof AGREED_PAGES)[number];

const version = z.optional(z.int({ error: "agreed_versionsが正しくありません。" }).check(z.minimum(1)));

/** The versions that the sign-up page showed. */
export const AgreedVersions = z.object(
  { terms: version, privacy: version },
  { error: "agreed_versionsが正しくありません。" },
);
export type AgreedVersions = z.infer<typeof AgreedVersions>;

export const Agreement = z.object({
  document: z.enum(AGREED_PAGES),
  /** The number of our version, or the address of a document on another site. */
  version: z.string(),
  agreed_at: Instant,
});
export type Agreement = z.infer<typeof Agreement>;

export const agreements = {
  /** The newest first. */
  list: call("List the terms that the member agreed to", { response: { 200: z.array(Agreement) } }),
};
