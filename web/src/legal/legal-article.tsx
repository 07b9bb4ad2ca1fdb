import type { LegalText } from "@manabiya/contract/legal/compose.ts";

interface LegalArticleProps {
  text: LegalText;
  /** The level below the heading that names the page. */
  heading: "h2" | "h3";
}

/** The text of a legal page, on the page itself and in the preview of staff. */
export function LegalArticle({ text: { layout, lead, sections }, heading: Heading }: LegalArticleProps) {
  if (layout === "facts") {
    return (
      <dl className="@container divide-y border-y">
        {sections.map(({ heading, text }) => (
          <div key={heading} className="grid gap-x-6 gap-y-1 py-4 @2xl:grid-cols-[14rem_minmax(0,1fr)]">
            <dt className="font-bold">{heading}</dt>
            <dd className="whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <div className="grid gap-6">
      {lead !== "" && <p className="whitespace-pre-line">{lead}</p>}
      {sections.map(({ heading, text, records = [] }, index) => (
        <section key={index} className="grid gap-2">
          <Heading className="text-base">{heading}</Heading>
          <p className="whitespace-pre-line">{text}</p>
          {records.map((record, at) => (
            <dl key={at} className="@container grid gap-1 rounded-md border p-4 break-inside-avoid">
              {record.map(([name, value]) => (
                <div key={name} className="grid gap-x-4 @lg:grid-cols-[9rem_minmax(0,1fr)]">
                  <dt className="font-bold">{name}</dt>
                  <dd className="whitespace-pre-line">{value}</dd>
                </div>
              ))}
            </dl>
          ))}
        </section>
      ))}
    </div>
  );
}
