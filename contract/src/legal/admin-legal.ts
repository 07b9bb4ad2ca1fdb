import * as z from "zod/mini";
import { call } from "../route.ts";
import { conflictWith, Revision } from "../staff/conflict.ts";
import { Instant } from "../text.ts";
import {
  addressGiven,
  COMMERCE_SHAPE,
  LEGAL_PAGES,
  phoneGiven,
  PRIVACY_SHAPE,
  PUBLICATION_SHAPE,
  summaryGiven,
  TERMS_SHAPE,
} from "./forms.ts";

const Facts = z.object({ site_name: z.string(), price_monthly: z.string(), price_yearly: z.string() });
/** Values of the site that stand in the texts. Prices with their unit, such as "1,650円". */
export type LegalFacts = z.infer<typeof Facts>;

/** The fields of a form without its rules: a draft is incomplete, and so is a form of an earlier release. */
const formOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => {
  const ruled = new Set(["disclosure", "transmissions"]);
  const fields = Object.entries(shape).map(([name, field]) => [name, ruled.has(name) ? field : z.string()]);
  return z.object(Object.fromEntries(fields) as Shape);
};

const versionOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ ...PUBLICATION_SHAPE, revision: z.int(), changed_at: Instant, form: formOf(shape) });

/** While nothing is stored, the draft is revision 0. */
const stale = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  conflictWith(z.extend(versionOf(shape), { changed_at: z.nullable(Instant) }));

const page = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({
    /** The address of the environment that holds in place of our page. */
    external_url: z.nullable(z.string()),
    /** The version that was saved last. */
    latest: z.nullable(versionOf(shape)),
    /** The form of the first version. Fields that only the operator knows are empty. */
    draft: formOf(shape),
    in_force: z.nullable(z.int()),
    /** The version that waits for its first day. */
    coming: z.nullable(z.int()),
    /** The versions before the latest, the newest first. */
    earlier: z.array(versionOf(shape)),
  });

const LegalScreen = z.object({
  facts: Facts,
  /** Today in Japan. */
  today: z.string(),
  commerce: page(COMMERCE_SHAPE),
  terms: page(TERMS_SHAPE),
  privacy: page(PRIVACY_SHAPE),
});
export type LegalScreen = z.infer<typeof LegalScreen>;

export const CommerceBody = z.object({ ...COMMERCE_SHAPE, revision: Revision }).check(addressGiven, phoneGiven);
export const TermsBody = z.object({ ...TERMS_SHAPE, ...PUBLICATION_SHAPE, revision: Revision }).check(summaryGiven);
export const PrivacyBody = z.object({ ...PRIVACY_SHAPE, ...PUBLICATION_SHAPE, revision: Revision }).check(summaryGiven);

export const adminLegal = {
  read: call("Read the legal pages' forms and their versions", { response: { 200: LegalScreen } }),
  publishCommerce: call("Publish the page 特定商取引法に基づく表記", {
    body: CommerceBody,
    response: { 200: LegalScreen, 409: stale(COMMERCE_SHAPE) },
  }),
  publishTerms: call("Publish a version of the terms", {
    body: TermsBody,
    response: { 200: LegalScreen, 409: stale(TERMS_SHAPE) },
  }),
  publishPrivacy: call("Publish a version of the privacy policy", {
    body: PrivacyBody,
    response: { 200: LegalScreen, 409: stale(PRIVACY_SHAPE) },
  }),
  /** The version in force stays, and gets a new number. */
  withdraw: call("Withdraw a version before its first day", {
    params: z.object({ page: z.enum(LEGAL_PAGES) }),
    response: { 200: LegalScreen },
    errors: [400],
  }),
};
