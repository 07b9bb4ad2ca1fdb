import { AGREED_PAGES } from "@manabiya/contract/legal/agreements.ts";
import { LEGAL_PAGES, type LegalForms } from "@manabiya/contract/legal/forms.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import { insertRows } from "../db/insert-rows.ts";
import type { Database } from "../db/open.ts";
import { insertDocumentVersion } from "../site/queries.ts";
import { DRAFTS } from "../staff/site/legal/drafts/drafts.ts";
import type { Ago } from "./catalogue.ts";

const { commerce, terms, privacy } = DRAFTS;
const { name, manager, address, phone, email, conditions, host } = demoCatalogue.operator;
const FORMS: LegalForms = {
  commerce: { ...commerce, seller: name, manager, address, phone, email, conditions },
  terms: { ...terms, operator: name },
  privacy: {
    ...privacy,
    operator: name,
    operator_address: address,
    processors: privacy.processors.replace(/（利用している.*）/, host).replace(/^.*（通知を利用している.*\n/m, ""),
    desk: privacy.desk.replace(/（担当の.*）/, email),
  },
};

/** Publishes the legal pages as of so many days ago; accounts have agreed to them at their sign-up. */
export async function insertLegalPages(tx: Database, days: number, ago: Ago): Promise<void> {
  const at = ago(days);
  for (const page of LEGAL_PAGES) {
    const publication = { effective_on: japanDay(Date.parse(at)), announcement: "minor", summary: "", notice_id: null };
    await insertDocumentVersion(tx, [`legal-${page}`, 1, JSON.stringify({ ...publication, form: FORMS[page] }), at]);
  }
  const { rows } = await tx.query<{ id: number; created_at: string }>({ text: "select id, created_at from users" });
  const agreements = rows.flatMap(({ id, created_at }) =>
    AGREED_PAGES.map((document) => ({ user_id: id, document, version: "1", agreed_at: created_at })),
  );
  await insertRows(tx, "agreements", agreements);
}
