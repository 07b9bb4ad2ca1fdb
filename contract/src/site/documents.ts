import * as z from "zod/mini";
import { call } from "../route.ts";
import { conflictWith, Revision } from "../staff/conflict.ts";
import { Instant } from "../text.ts";

/** Pages that the operator writes on a screen. */
export const SITE_DOCUMENTS = ["landing-a", "landing-b", "legal-terms", "legal-privacy", "legal-commerce"] as const;
export type SiteDocument = (typeof SITE_DOCUMENTS)[number];

export const DOCUMENT_NAMES: Record<SiteDocument, string> = {
  "landing-a": "会員登録の案内（/landing）",
  "landing-b": "無料体験の案内（/freelanding）",
  "legal-terms": "利用規約",
  "legal-privacy": "プライバシーポリシー",
  "legal-commerce": "特定商取引法に基づく表記",
};

/** One version of a document. `revision` 0 is the content that holds while nothing is stored. */
export interface DocumentVersion<C> {
  content: C;
  revision: number;
  changed_at: string | null;
}

/** The versions before come with the newest first; the last is the content of revision 0. */
export interface DocumentScreen<C> {
  current: DocumentVersion<C>;
  earlier: DocumentVersion<C>[];
}

/** The fields that a document may contain, and its content while nothing is stored. */
export interface DocumentContent<C extends object> {
  fields: { [Name in keyof C]: z.ZodMiniType<C[Name]> };
  defaults: C;
}

/** A stored field that this release's schema refuses, or that is missing, becomes the default's. */
export function fitContent<C extends object>({ fields, defaults }: DocumentContent<C>, stored: object): C {
  const names = Object.keys(fields) as (keyof C & string)[];
  const fitted = names.map((name) => {
    const parsed = fields[name].safeParse((stored as Partial<C>)[name]);
    return [name, parsed.success ? parsed.data : defaults[name]];
  });
  return Object.fromEntries(fitted) as C;
}

/** The two calls of a document's screen. An earlier version is put back by saving its content again. */
/* @__NO_SIDE_EFFECTS__ */
export function documentCalls<T extends z.ZodMiniType<object>>(name: string, content: T) {
  const version = z.object({ content, revision: z.int(), changed_at: z.nullable(Instant) });
  const screen = z.object({ current: version, earlier: z.array(version) });
  return {
    read: call(`Read ${name} and its earlier versions`, { response: { 200: screen } }),
    update: call(`Publish ${name}`, {
      body: z.object({ content, revision: Revision }),
      response: { 200: screen, 409: conflictWith(version) },
    }),
  };
}
