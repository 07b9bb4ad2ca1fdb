import { contract } from "@manabiya/contract";
import { AGREED_PAGES, type AgreedPage, type AgreedVersions, Agreement } from "@manabiya/contract/legal/agreements.ts";
import { beginningOf } from "@manabiya/contract/legal/versions.ts";
import { externalUrl } from "../site/legal/live-legal.ts";
import type { LiveSite } from "../site/live-site.ts";
import type { Database } from "../db/open.ts";
import { command, statement } from "../db/statement.ts";
import type { AccountsContext } from "./context.ts";
import { validationError } from "../errors/app-error.ts";
import { columnsOf } from "../db/columns-of.ts";

/** Milliseconds for which a sign-up page may be open while another version comes into force. */
const OPEN_PAGE = 24 * 60 * 60 * 1000;

const CHANGED =
  "利用規約またはプライバシーポリシーが改定されました。ページを再読み込みして、新しい内容をご確認ください。";

/** Values: user id, now, documents, versions. */
const insert = command("agreements.insert")`
  insert into agreements (user_id, document, version, agreed_at)
  select $1, document, version, $2 from unnest($3::text[], $4::text[]) as agreed (document, version)
  on conflict do nothing`;

/** The newest first. Values: user id. */
export const listAgreements = statement("agreements.list", columnsOf(Agreement))`
  select document, version, agreed_at from agreements where user_id = $1 order by agreed_at desc, document desc`;

/**
 * @param shown the versions that the page linked to
 * @returns the version of each document: a number of ours, or the address of another site
 * @throws validation error if a version is not in force any more
 */
export function agreedVersions(
  site: LiveSite,
  shown: AgreedVersions,
  now: number,
): Partial<Record<AgreedPage, string>> {
  const addresses = { terms: site.termsUrl, privacy: site.privacyUrl };
  const versions = AGREED_PAGES.map((page) => {
    const { held } = site.legal[page];
    if (externalUrl(site, page) !== null || held.length === 0) return [page, addresses[page]];
    const index = held.findIndex(({ revision }) => revision === (shown[page] ?? held[0]?.revision));
    const next = held[index - 1];
    if (index === -1 || (next && beginningOf(next) < now - OPEN_PAGE)) {
      throw validationError({ agreedToTerms: [CHANGED] });
    }
    return [page, String(held[index]?.revision)];
  });
  return Object.fromEntries(versions.filter(([, version]) => version !== "")) as Partial<Record<AgreedPage, string>>;
}

/** Call it in the transaction that creates the account. */
export async function storeAgreement(
  tx: Database,
  userId: number,
  versions: ReturnType<typeof agreedVersions>,
  now: number,
): Promise<void> {
  await insert(tx, [userId, new Date(now).toISOString(), Object.keys(versions), Object.values(versions)]);
}

export function agreementRoutes({ app, db }: AccountsContext): void {
  app.answer(contract.agreements.list, ({ currentUser }) => listAgreements(db, [currentUser.id]));
}
