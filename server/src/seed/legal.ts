import { AGREED_PAGES } from "@manabiya/contract/legal/agreements.ts";
import { LEGAL_PAGES, type LegalForms } from "@manabiya/contract/legal/forms.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { insertRows } from "../db/insert-rows.ts";
import type { Database } from "../db/open.ts";
import { insertDocumentVersion } from "../site/queries.ts";
import { DRAFTS } from "../staff/site/legal/drafts/drafts.ts";
import type { Ago } from "./catalogue.ts";

const OPERATOR = "見本の事業者（デモ）";
const ADDRESS = "見本県見本市見本町0-0-0（実在しない住所です）";
const DESK = "contact@example.jp";

const { commerce, terms, privacy } = DRAFTS;
/** The drafts, with an operator that nobody takes for a real one. */
const FORMS: LegalForms = {
  commerce: {
    ...commerce,
    seller: OPERATOR,
    manager: "見本 太郎",
    address: ADDRESS,
    phone: "00-0000-0000",
    email: DESK,
    conditions: "このページはデモの見本です。実際の販売は行っていません。",
  },
  terms: { ...terms, operator: OPERATOR },
  privacy: {
    ...privacy,
    operator: OPERATOR,
    operator_address: ADDRESS,
    processors: privacy.processors.replace(/（利用している.*）/, "見本のクラウド（日本）"),
    desk: privacy.desk.replace(/（担当の.*）/, DESK),
  },
};

/** Publishes the legal pages as of so many days ago; accounts have agreed to them at their sign-up. */
export async function insertLegalPages(tx: Database, days: number, ago: Ago): Promise<void> {
  const at = ago(days);
  for (const page of LEGAL_PAGES) {
    const publication = { effective_on: japanDay(Date.parse(at)), announcement: "minor", summary: "" };
    await insertDocumentVersion(tx, [
      `legal-${page}`,
      1,
      JSON.stringify({ ...publication, form: FORMS[page], notice_id: null }),
      at,
    ]);
  }
  const { rows } = await tx.query<{ id: number; created_at: string }>({ text: "select id, created_at from users" });
  const agreements = rows.flatMap(({ id, created_at }) =>
    AGREED_PAGES.map((document) => ({ user_id: id, document, version: "1", agreed_at: created_at })),
  );
  await insertRows(tx, "agreements", agreements);
}
