import { contract } from "@manabiya/contract";
import type { LegalScreen } from "@manabiya/contract/legal/admin-legal.ts";
import { composeLegal, LEGAL_PATHS, LEGAL_TITLES } from "@manabiya/contract/legal/compose.ts";
import type { LegalForms, LegalPage, Transmission } from "@manabiya/contract/legal/forms.ts";
import { call } from "../../../api/calls.ts";
import { FormField } from "../../../forms/fields.tsx";
import { Previewed } from "../../../forms/previewed.tsx";
import { RecordForm } from "../../../forms/record-form.tsx";
import { messagesOf, useRecordForm } from "../../../forms/use-record-form.ts";
import { LegalArticle } from "../../../legal/legal-article.tsx";
import {
  LEGAL_FIELDS,
  type LegalValues,
  type LegalVersion,
  PUBLICATION,
  SCHEMAS,
  startOf,
  valuesOf,
} from "./legal-fields.ts";
import { Transmissions } from "./transmissions.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import { Section } from "../../../ui/page/section.tsx";

interface LegalFormProps {
  screen: LegalScreen;
  page: LegalPage;
  onSaved: (screen: LegalScreen, message: string) => void;
}

type Body<Page extends LegalPage> = LegalForms[Page] & { effective_on: string; announcement: "minor"; summary: string };

/** The values passed their page's schema. */
function publish(page: LegalPage, values: unknown): Promise<LegalScreen> {
  const calls = contract.adminLegal;
  if (page === "commerce") return call(calls.publishCommerce, { body: values as Body<"commerce"> });
  if (page === "terms") return call(calls.publishTerms, { body: values as Body<"terms"> });
  return call(calls.publishPrivacy, { body: values as Body<"privacy"> });
}

export function LegalForm({ screen, page, onSaved }: LegalFormProps) {
  const start = startOf(screen, page);
  const state = useRecordForm<LegalValues, LegalVersion, LegalVersion>({
    record: start,
    valuesOf: (record) => valuesOf(page, record ?? start),
    check: (values) => messagesOf(SCHEMAS[page].safeParse(values)),
    save: async (values, replaced) => {
      const body = { ...values, ...(replaced && { revision: replaced.revision }) };
      const saved = await publish(page, body);
      onSaved(saved, `${LEGAL_TITLES[page]}を公開しました。`);
      return startOf(saved, page);
    },
    failed: `${LEGAL_TITLES[page]}の公開に失敗しました。`,
    part: "legal",
    recoverAs: `legal-${page}`,
    firstField: LEGAL_FIELDS[page][0]?.name ?? "",
  });
  const { field, values, setValue, errorOf } = state;
  function take({ form }: LegalVersion): void {
    const taken = valuesOf(page, { ...start, form });
    for (const { name } of LEGAL_FIELDS[page]) setValue(name, taken[name] ?? "");
    state.element.current?.scrollIntoView();
  }
  const text = composeLegal(page, values as unknown as LegalForms[typeof page], screen.facts);
  return (
    <Previewed preview={<LegalArticle text={text} heading="h3" />}>
      <section aria-label={LEGAL_TITLES[page]} className="rounded-lg border bg-surface p-4 @2xl:p-6">
        <RecordForm state={state} label={LEGAL_TITLES[page]} submitLabel="公開する">
          {LEGAL_FIELDS[page].map(({ name, ...text }) =>
            name === "transmissions" ? (
              <Transmissions
                key={name}
                rows={values[name] as Transmission[]}
                error={errorOf(name)}
                onChange={(changed) => setValue(name, changed)}
              />
            ) : (
              <FormField key={name} {...text} {...field(name)} />
            ),
          )}
          {page !== "commerce" && (
            <>
              <h2 className="text-lg">公開の方法</h2>
              <FormField {...PUBLICATION.effective_on} min={screen.today} {...field("effective_on")} />
              <FormField {...PUBLICATION.announcement} {...field("announcement", "summary")} />
              <FormField {...PUBLICATION.summary} {...field("summary")} />
            </>
          )}
        </RecordForm>
        <EarlierLegal page={page} versions={screen[page].earlier} onTake={take} />
      </section>
    </Previewed>
  );
}

interface EarlierLegalProps {
  page: LegalPage;
  versions: readonly (LegalVersion & { changed_at: string })[];
  onTake: (version: LegalVersion) => void;
}

/** One press puts a version's text into the form, which publishes it as a new version with its own first day. */
function EarlierLegal({ page, versions, onTake }: EarlierLegalProps) {
  if (versions.length === 0) return null;
  return (
    <Section title="以前の版" className="mt-6 border-t pt-6">
      <ul className="divide-y">
        {versions.map((version) => (
          <li key={version.revision} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <a href={`${LEGAL_PATHS[page]}/${version.revision}`} className="min-w-0 text-primary underline">
              {`第${version.revision}版（${formatMinute(version.changed_at)}に公開）`}
            </a>
            <Button look="secondary" onClick={() => onTake(version)}>
              {`第${version.revision}版をフォームに入れる`}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
