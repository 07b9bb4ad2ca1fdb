import { LEGAL_PATHS } from "@manabiya/contract/legal/compose.ts";
import type { LegalPage } from "@manabiya/contract/legal/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import type { LegalVersion } from "./legal-fields.ts";

interface EarlierLegalProps {
  page: LegalPage;
  versions: readonly (LegalVersion & { changed_at: string })[];
  onTake: (version: LegalVersion) => void;
}

/** One press puts a version's text into the form, which publishes it as a new version with its own first day. */
export function EarlierLegal({ page, versions, onTake }: EarlierLegalProps) {
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="mt-6 grid gap-3 border-t pt-6">
      <h2 id="earlier" className="text-lg">
        以前の版
      </h2>
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
    </section>
  );
}
