import { contract } from "@manabiya/contract";
import type { LegalScreen } from "@manabiya/contract/legal/admin-legal.ts";
import type { LegalPage } from "@manabiya/contract/legal/forms.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { StaffContext } from "../../context.ts";
import { versionOf } from "../../../site/legal/stored-form.ts";
import { listCloudFilms } from "../../../catalogue/open-lessons/queries.ts";
import { draftOf } from "./drafts/drafts.ts";
import { transmissionsOf } from "./drafts/privacy.ts";
import { legalFacts } from "../../../site/legal/facts.ts";
import { externalUrl } from "../../../site/legal/live-legal.ts";
import { publishLegal, withdrawLegal } from "./publish.ts";
import { listVersions } from "../../../site/legal/queries.ts";

/** Versions on the screen, with their texts. All are found on the site. */
const SHOWN_VERSIONS = 11;

export function adminLegalRoutes(context: StaffContext): void {
  const { app, db, site, catalogue, loginProviders, now } = context;
  const calls = contract.adminLegal;

  async function page<Page extends LegalPage>(name: Page) {
    const [latest = null, ...earlier] = (await listVersions(db, [`legal-${name}`, SHOWN_VERSIONS])).map((row) =>
      versionOf(name, row),
    );
    const { inForce, coming } = site.legal[name];
    return {
      external_url: externalUrl(site, name),
      latest,
      draft: draftOf(site, name),
      in_force: inForce?.revision ?? null,
      coming: coming?.revision ?? null,
      earlier,
    };
  }

  async function screen(): Promise<LegalScreen> {
    await site.reload();
    const privacy = await page("privacy");
    const films = (await listCloudFilms((await catalogue.current()).reads, [])).flatMap(({ address }) => address ?? []);
    const transmissions = [...privacy.draft.transmissions, ...transmissionsOf(films, loginProviders)];
    return {
      facts: legalFacts(site, now()),
      today: japanDay(now()),
      commerce: await page("commerce"),
      terms: await page("terms"),
      privacy: { ...privacy, draft: { ...privacy.draft, transmissions } },
    };
  }

  app.answer(calls.read, screen);

  app.answer(calls.publishCommerce, async ({ body: { revision, ...form }, currentUser: { id: by } }) => {
    const effective_on = japanDay(now());
    const version = { form, effective_on, announcement: "minor", summary: "" } as const;
    await publishLegal(context, "commerce", version, { revision, by });
    return screen();
  });

  app.answer(
    calls.publishTerms,
    async ({ body: { revision, effective_on, announcement, summary, ...form }, currentUser: { id: by } }) => {
      await publishLegal(context, "terms", { form, effective_on, announcement, summary }, { revision, by });
      return screen();
    },
  );

  app.answer(
    calls.publishPrivacy,
    async ({ body: { revision, effective_on, announcement, summary, ...form }, currentUser: { id: by } }) => {
      await publishLegal(context, "privacy", { form, effective_on, announcement, summary }, { revision, by });
      return screen();
    },
  );

  app.answer(calls.withdraw, async ({ params, currentUser }) => {
    await withdrawLegal(context, params.page, currentUser.id);
    return screen();
  });
}
