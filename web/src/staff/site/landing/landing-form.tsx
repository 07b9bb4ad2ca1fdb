import { contract } from "@manabiya/contract";
import type { DocumentScreen, DocumentVersion } from "@manabiya/contract/site/documents.ts";
import { TOKENS } from "@manabiya/contract/site/form-nodes.ts";
import { LANDING_FIELDS, LandingContent, type LandingVariant } from "@manabiya/contract/site/landing/content.ts";
import { contentFor, START_NAMES } from "@manabiya/contract/site/landing/starts.ts";
import { useMutation } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useLocation } from "react-router";
import { call } from "../../../api/calls.ts";
import { MutationState } from "../../../api/mutation-state.tsx";
import { RecordForm } from "../../../forms/record-form.tsx";
import { pathMessagesOf, useRecordForm } from "../../../forms/use-record-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LandingPreview } from "./landing-preview.tsx";
import { GroupFields } from "./node-fields.tsx";
import { changedParts, PART_NAMES, PARTS } from "./parts.ts";
import { SectionOrder } from "./section-order.tsx";

type Version = DocumentVersion<LandingContent>;

interface LandingFormProps {
  variant: LandingVariant;
  current: Version;
  /** The content that came with the product. */
  sample: LandingContent;
  publish: (content: LandingContent, revision: number | undefined) => Promise<DocumentScreen<LandingContent>>;
  onPublished: (screen: DocumentScreen<LandingContent>) => void;
}

/** A file of its own, because it brings the schema of all texts. */
export default function LandingForm({ variant, current, sample, publish, onPublished }: LandingFormProps) {
  const state = useRecordForm<FieldValues, Version, Version>({
    record: current,
    valuesOf: (version) => ({ ...(version ?? current).content }),
    check: (values) => pathMessagesOf(LandingContent.safeParse(values)),
    save: async (values, replaced) => {
      const screen = await publish(values as LandingContent, replaced?.revision);
      onPublished(screen);
      return screen.current;
    },
    failed: "公開に失敗しました。",
    part: "landing",
    recoverAs: `landing-${variant}`,
    firstField: "search",
  });
  const content = state.values as LandingContent;
  const { hash } = useLocation();
  const preview = useMutation({
    mutationFn: () => call(contract.landingPreview.render, { params: { variant }, body: { content } }),
  });

  return (
    <>
      <RecordForm
        state={state}
        label="ページの内容"
        submitLabel="公開する"
        actions={
          <Button look="secondary" isBusy={preview.isPending} onClick={() => preview.mutate()}>
            プレビューを更新
          </Button>
        }
        fieldsOf={(theirs) => [{ label: "内容と異なる部分", value: changedParts(theirs.content, content).join("、") }]}
      >
        <p className="text-sm text-muted">
          文の中に次のように書くと、公開したページで値に置き換わります：
          {TOKENS.map((token) => `{${token}}`).join(" ")}
        </p>
        <details className="rounded-lg border bg-surface px-4 py-2" open={current.revision === 0}>
          <summary className="flex min-h-target cursor-pointer items-center font-bold">
            ほかの教科の文章で始める
          </summary>
          <p className="phrase mb-3 text-sm text-muted">
            見本の教科とまんがを外し、選んだ教科の文章に置き換えます。公開するまで、ページは変わりません。
          </p>
          <div className="mb-2 flex flex-wrap gap-2">
            {START_NAMES.map(({ start, name }) => (
              <Button
                key={start}
                look="secondary"
                onClick={() => {
                  for (const [part, value] of Object.entries(contentFor(start, sample))) state.setValue(part, value);
                }}
              >
                {name}
              </Button>
            ))}
          </div>
        </details>
        <div className="divide-y overflow-hidden rounded-lg border bg-surface">
          {PARTS.map((part) => (
            <Part key={part} name={PART_NAMES[part]} isInvalid={state.isInvalid(part)} isNamed={hash === `#${part}`}>
              {part === "sections" ? (
                <SectionOrder sections={content.sections} state={state} />
              ) : (
                <GroupFields node={LANDING_FIELDS[part]} path={part} value={content[part]} state={state} />
              )}
            </Part>
          ))}
        </div>
      </RecordForm>
      <MutationState of={preview} failed="プレビューを表示できませんでした。" />
      {preview.data && <LandingPreview html={preview.data.html} />}
    </>
  );
}

interface PartProps {
  name: string;
  /** A field in it has a message, so it opens. */
  isInvalid: boolean;
  /** The address names it. */
  isNamed: boolean;
  children: ReactNode;
}

/** A part of a long form, which the user opens. */
function Part({ name, isInvalid, isNamed, children }: PartProps) {
  const [isOpen, setOpen] = useState(isNamed);
  return (
    <details open={isOpen || isInvalid} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
      <summary className="flex min-h-target cursor-pointer items-center justify-between gap-2 px-4 py-2 font-bold">
        {name}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      {(isOpen || isInvalid) && <div className="border-t p-4">{children}</div>}
    </details>
  );
}
