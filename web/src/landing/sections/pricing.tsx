import { PRICE_TEXTS } from "../price-texts.ts";
import { ActionLink } from "./action-link.tsx";
import { Section, type SectionProps } from "./section.tsx";
import { withLines } from "./with-lines.tsx";
import type { ReactNode } from "react";
import { Stroke } from "../drawing.tsx";

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
                <Stroke path="m2 8.5 4 4 8-9" className="shrink-0 text-success" />
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

interface PlanCardProps {
  name: string;
  /** Tax included, with its unit: "1,650円". */
  price: string;
  period: string;
  /** The label of a highlighted card. Empty: highlighted without one. */
  chip?: string;
  children: ReactNode;
}

function PlanCard({ name, price, period, chip, children }: PlanCardProps) {
  return (
    <div className={`rounded-lg border-2 p-6 md:p-8 ${chip === undefined ? "border-border" : "border-primary"}`}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-2">
        <h3 className="text-base">{name}</h3>
        {chip && <span className="rounded-md bg-signal px-2.5 py-1 text-xs font-bold text-on-signal">{chip}</span>}
      </div>
      <p className="mt-3">
        <span className="inline-block text-3xl leading-tight font-bold tracking-tight">{price}</span>
        <span className="inline-block text-sm text-muted">／{period}（税込）</span>
      </p>
      <p className="mt-3 text-sm">{children}</p>
    </div>
  );
}
