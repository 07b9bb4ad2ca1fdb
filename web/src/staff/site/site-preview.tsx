import { colourTokens, contrastOf, type SiteColours, TEXT_CONTRAST } from "@manabiya/contract/site/colours.ts";

interface SitePreviewProps {
  name: string;
  colours: SiteColours;
}

/** How the name and the colours look in both schemes, before they are saved. */
export function SitePreview({ name, colours }: SitePreviewProps) {
  const readable = (kind: keyof SiteColours) => {
    const colour = colours[kind];
    return colour !== null && contrastOf(kind, colour) >= TEXT_CONTRAST ? colour : null;
  };
  const tokens = colourTokens({ primary: readable("primary"), signal: readable("signal") });
  return (
    <div className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-1">
      {(["light", "dark"] as const).map((scheme) => (
        <div
          key={scheme}
          style={{ ...tokens, colorScheme: scheme }}
          className="grid min-w-0 gap-3 rounded-lg border bg-bg p-4 text-ink"
        >
          <p className="text-xs text-muted">{scheme === "light" ? "明るい表示" : "暗い表示"}</p>
          <p className="truncate font-bold">{name}</p>
          <p className="rounded-md bg-primary-soft px-3 py-2 text-sm">
            選択中の項目と<span className="text-primary underline">リンクの文字</span>
          </p>
          <p className="flex flex-wrap items-center gap-3">
            <span className="inline-flex min-h-target items-center rounded-md bg-primary px-4 font-bold text-on-primary">
              ボタン
            </span>
            <span className="rounded-md bg-signal px-2 py-1 text-sm font-bold text-on-signal">目印</span>
          </p>
        </div>
      ))}
    </div>
  );
}
