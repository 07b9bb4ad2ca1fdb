import { pictureAddress } from "@manabiya/contract/site/landing/content.ts";
import { Drawing } from "../drawing.tsx";
import type { LandingCopy } from "../landing-copy.ts";
import { ActionLink } from "./action-link.tsx";
import { withLines } from "./with-lines.tsx";

/** The first screen: audience, promise, button and drawing. */
export function Hero({ copy, drawing }: { copy: LandingCopy; drawing: string }) {
  return (
    // As high as the window, so that the floating button, which follows, does not stand beside this one.
    <section
      aria-labelledby="hero-heading"
      className="grid min-h-svh pt-24 pb-16 md:pt-28 [@media(max-height:30rem)]:pt-20"
    >
      <div className="page-width grid content-center items-center gap-10 lg:grid-cols-[11fr_10fr] lg:gap-12">
        <div>
          <p className="text-sm font-bold text-primary">{copy.hero.audience}</p>
          <h1 id="hero-heading" className="mt-3 text-3xl tracking-tight">
            {copy.hero.heading}
          </h1>
          <p className="phrase mt-6 max-w-reading text-base">{withLines(copy.hero.lead)}</p>
          <p className="mt-8">
            <ActionLink action={copy.action} />
          </p>
          <p className="phrase mt-3 text-sm text-balance text-muted">{copy.action.note}</p>
        </div>
        <div className="mx-auto w-full max-w-xl">
          {copy.hero.picture === "" ? (
            // The cat is drawn for the foot of the page.
            <span className="[&_svg.size-32]:mx-auto [&_svg.size-32]:size-64">
              <Drawing name={drawing} />
            </span>
          ) : (
            <img
              src={pictureAddress(copy.hero.picture)}
              alt={copy.hero.alt}
              width={800}
              height={600}
              className="h-auto w-full rounded-lg"
            />
          )}
        </div>
        <dl className="grid grid-cols-3 divide-x divide-border border-y border-border py-5 text-center lg:col-span-2">
          {copy.hero.facts.map((fact, index) => (
            <div key={index} className="flex flex-col-reverse px-1">
              <dt className="text-xs text-muted">{fact.label}</dt>
              <dd className="text-base font-bold md:text-lg">{fact.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
