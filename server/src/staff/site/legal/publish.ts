import { isDeepStrictEqual } from "node:util";
import { LEGAL_PATHS, LEGAL_TITLES } from "@manabiya/contract/legal/compose.ts";
import {
  ANNOUNCEMENT_DAYS,
  type LegalForms,
  type LegalPage,
  type Publication,
} from "@manabiya/contract/legal/forms.ts";
import { holdingAt } from "@manabiya/contract/legal/versions.ts";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { DOCUMENT_NAMES, SITE_DOCUMENTS } from "@manabiya/contract/site/documents.ts";
import { recordChange } from "../../../audit/record.ts";
import { insertDocumentVersion } from "../../../site/queries.ts";
import type { Database } from "../../../db/open.ts";
import type { StaffContext } from "../../context.ts";
import { AppError, conflict, only, validationError } from "../../../errors/app-error.ts";
import { requireSuperuser } from "../../members/edit-member.ts";
import { draftOf } from "./drafts/drafts.ts";
import { insertNotice } from "../../notices/queries.ts";
import { versionOf } from "../../../site/legal/stored-form.ts";
import { listDates, listVersions } from "../../../site/legal/queries.ts";
import { int, statement } from "../../../db/statement.ts";

/**
 * A change of the terms is no advertisement, so its mail also goes to members who refuse those (decisions/052).
 * Values: notice id, now.
 */
const mailNotice = statement("legal.mail-notice", { id: int })`
  insert into mailings (key, audience, subject, body, send_at, notice_id, created_at)
  select 'notice ' || id, 'required', notice_title, notice_content, $2, id, $2 from notices where id = $1 returning id`;

/** The notice becomes a draft, so its mail goes to nobody else. Values: notice id. */
const withdrawNotice = statement("legal.withdraw-notice", { id: int })`
  with stopped as (update mailings set send_at = null where notice_id = $1)
  update notices set published_at = null, revision = revision + 1 where id = $1 returning id`;

type Context = Pick<StaffContext, "db" | "site" | "now">;

interface Version<Page extends LegalPage> extends Publication {
  form: LegalForms[Page];
}

interface Save {
  /** The version that the caller saw. Without it the caller accepts any. */
  revision?: number | undefined;
  by: number;
}

/** Stores a new version, and announces it to the members if staff want it. @throws 400, 409 */
export async function publishLegal<Page extends LegalPage>(
  { db, site, now }: Context,
  page: Page,
  version: Version<Page>,
  { revision, by }: Save,
): Promise<void> {
  const today = japanDay(now());
  await db.transaction(async (tx) => {
    await requireSuperuser(tx, by);
    const [latest] = await listVersions(tx, [`legal-${page}`, 1]);
    const number = latest?.revision ?? 0;
    if (revision !== undefined && revision !== number)
      throw conflict(latest ? versionOf(page, latest) : unpublished(draftOf(site, page), today));
    const { notice_id: _, ...content } = latest?.content ?? {};
    if (isDeepStrictEqual(content, version)) return;
    const { inForce, coming } = holdingAt(await listDates(tx, [`legal-${page}`]), now());
    const problem = dateProblem(version, { today, isFirst: inForce === null, coming: coming?.effective_on });
    if (problem !== null) throw validationError({ effective_on: [problem] });
    const notice_id = version.announcement === "members" ? await tellMembers(tx, page, version, number + 1) : null;
    const row = { revision: number + 1, content: { ...version, notice_id }, by, action: "document.update" } as const;
    await storeVersion(tx, page, row, now());
  });
  await site.reload();

  /** A notice on the site, and a mail to every member. A mailing reaches each person at most once. */
  async function tellMembers(tx: Database, of: LegalPage, to: Publication, next: number): Promise<number> {
    const title = LEGAL_TITLES[of];
    const text = [
      `${title}を、${dayText(to.effective_on)}に改定します。`,
      `変更の概要：\n${to.summary}`,
      `改定後の内容：\n${site.publicUrl}${LEGAL_PATHS[of]}/${next}`,
      `${dayText(to.effective_on)}からは、改定後の内容が適用されます。それまでは、改定前の内容が適用されます。`,
    ];
    const at = new Date(now()).toISOString();
    const heading = `${title}の改定のお知らせ`;
    const notice = only(await insertNotice(tx, [at, "information", heading, text.join("\n\n"), at]));
    await mailNotice(tx, [notice.id, at]);
    return notice.id;
  }
}

/** The version in force stays. Mails that did not leave yet stop, and the notice becomes a draft. @throws 400 */
export async function withdrawLegal({ db, site, now }: Context, page: LegalPage, by: number): Promise<void> {
  await db.transaction(async (tx) => {
    await requireSuperuser(tx, by);
    const versions = await listVersions(tx, [`legal-${page}`, 1000]);
    const dated = versions.map(({ content, ...version }) => ({ ...version, ...content }));
    const { inForce, coming } = holdingAt(dated, now());
    const latest = dated[0];
    if (inForce === null || coming === null || latest === undefined) {
      throw new AppError(400, "nothing_to_withdraw", "施行日を待っている版はありません。");
    }
    const { revision: _, changed_at: __, ...content } = inForce;
    for (const { revision, notice_id } of dated) {
      if (revision > inForce.revision && notice_id != null) await withdrawNotice(tx, [notice_id]);
    }
    const row = { revision: latest.revision + 1, content, by, action: "document.withdraw" } as const;
    await storeVersion(tx, page, row, now());
  });
  await site.reload();
}

interface Stored {
  revision: number;
  content: object;
  by: number;
  action: "document.update" | "document.withdraw";
}

async function storeVersion(tx: Database, page: LegalPage, row: Stored, now: number): Promise<void> {
  const { revision, content, by, action } = row;
  const document = `legal-${page}` as const;
  const values = [document, revision, JSON.stringify(content), new Date(now).toISOString()];
  const stored = await insertDocumentVersion(tx, values);
  if (stored.length === 0) throw new Error("Whoever publishes holds the lock on all staff.");
  const logged = (version: number) => ({ document: DOCUMENT_NAMES[document], version });
  const change = { before: logged(revision - 1), after: logged(revision) };
  await recordChange(tx, { by, action, id: SITE_DOCUMENTS.indexOf(document) + 1, ...change }, now);
}

/** The screen starts from this version. */
const unpublished = (form: object, effective_on: string) =>
  ({ revision: 0, changed_at: null, effective_on, announcement: "minor", summary: "", form }) as const;

interface Calendar {
  today: string;
  isFirst: boolean;
  /** The first day of the version that waits. */
  coming: string | undefined;
}

function dateProblem({ effective_on, announcement }: Publication, { today, isFirst, coming }: Calendar) {
  if (effective_on < today) return "施行日には、今日以降の日付を選択してください。";
  if (coming !== undefined && effective_on < coming) {
    return `施行日には、予定している版の施行日（${dayText(coming)}）以降を選択してください。先に施行するには、予定している版を取り下げてください。`;
  }
  const earliest = addDays(today, ANNOUNCEMENT_DAYS);
  if (announcement === "members" && !isFirst && effective_on < earliest) {
    return `会員に知らせる場合の施行日には、${dayText(earliest)}以降を選択してください（${ANNOUNCEMENT_DAYS}日以上前に知らせます）。`;
  }
  return null;
}

const dayText = (day: string) => day.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, "$1年$2月$3日");
