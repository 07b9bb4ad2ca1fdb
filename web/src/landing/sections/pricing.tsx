import { PRICE_TEXTS } from "../price-texts.ts";
import { ActionLink } from "./action-link.tsx";
import { CheckMark } from "./check-mark.tsx";
import { PlanCard } from "./plan-card.tsx";
import { Section, type SectionProps } from "./section.tsx";
import { withLines } from "./with-lines.tsx";

/** Both plans, the free week and the conditions. */
export function Pricing({ copy, ...section }: SectionProps) {
  const { pricing } = copy;
  return (
    <Section id="pricing" {...pricing} {...section}>
      <div className="grid gap-6 md:grid-cols-2">
        <PlanCard name="月額プラン" price={PRICE_TEXTS.monthly} period="月">
          {withLines(pricing.monthly)}
        </PlanCard>
        <PlanCard name="年額プラン" price={PRICE_TEXTS.yearly} period="年" chip={pricing.saving}>
          {withLines(pricing.yearly)}
        </PlanCard>
        <FreeWeek text={pricing.trial} withLink={copy.action.href !== "/trial"} />
      </div>
      <div className="mt-12 grid gap-8 md:grid-cols-2 md:gap-6">
        <div>
          <h3 className="text-base">{pricing.included_heading}</h3>
          <ul className="mt-3 space-y-2">
            {pricing.included.map((item, index) => (
              <li key={index} className="flex items-center gap-2.5 text-sm">
                <CheckMark />
                {item}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="text-base">{pricing.notes_heading}</h3>
          <ul className="mt-3 list-disc space-y-2 pl-5 text-sm text-muted">
            {pricing.notes.map((note, index) => (
              <li key={index}>{withLines(note)}</li>
            ))}
          </ul>
        </div>
      </div>
      <p className="mt-14 text-center">
        <ActionLink action={copy.action} />
      </p>
    </Section>
  );
}

function FreeWeek({ text, withLink }: { text: string; withLink: boolean }) {
  return (
    <div className="rounded-lg bg-primary-soft p-6 md:col-span-2 md:grid md:grid-cols-[1fr_2fr] md:gap-8 md:p-8">
      <div>
        <h3 className="text-base">1週間の無料体験</h3>
        <p className="mt-1 text-2xl font-bold">0円</p>
      </div>
      <div className="mt-3 text-sm md:mt-0">
        <p>{withLines(text)}</p>
        {withLink && (
          <p className="mt-2">
            <a
              href="/trial"
              className="inline-flex min-h-target items-center font-bold text-primary underline underline-offset-4"
            >
              無料体験を見てみる
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
