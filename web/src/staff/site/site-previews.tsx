import type { ReactNode } from "react";
import type { ShownPicture } from "./picture-field.tsx";
import { colourTokens, contrastOf, type SiteColours, TEXT_CONTRAST } from "@manabiya/contract/site/colours.ts";

/** The product's own pictures, whichever the visitors see now. */
export const STANDARD_PICTURES = {
  icon: { address: "/icon-192.png?standard", maskable: "/icon-512.png?standard" },
  share_picture: { address: "/og.png?standard", maskable: null },
} as const;

export interface PreviewProps {
  name: string;
  shown: ShownPicture;
}

/** The icon where visitors meet it: in a tab, in the bar above every page, and on phones. */
export function IconPreview({ name, shown: { address, maskable } }: PreviewProps) {
  return (
    <ul aria-label="アイコンのプレビュー" className="flex flex-wrap items-end gap-x-6 gap-y-4">
      <Sample label="ブラウザーのタブ">
        <img src={address} alt="" width={16} height={16} className="rounded-[25%]" />
      </Sample>
      <Sample label="ページの上部">
        <span className="flex items-center gap-2 rounded-md border bg-surface p-2 font-bold">
          <img src={address} alt="" width={32} height={32} className="shrink-0 rounded-[25%]" />
          <span className="max-w-40 truncate">{name}</span>
        </span>
      </Sample>
      <Sample label="iPhoneの画面">
        <img src={address} alt="" width={64} height={64} className="rounded-[25%]" />
      </Sample>
      <Sample label="Androidの画面">
        <img src={maskable ?? address} alt="" width={64} height={64} className="rounded-full" />
      </Sample>
    </ul>
  );
}

function Sample({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="grid justify-items-start gap-2">
      {children}
      <span className="text-xs text-muted">{label}</span>
    </li>
  );
}

/** As LINE and X show a link to the site. */
export function SharePreview({ name, shown: { address } }: PreviewProps) {
  return (
    <figure aria-label="共有されたときのプレビュー" className="max-w-80 overflow-hidden rounded-lg border bg-surface">
      <img src={address} alt="" width={1200} height={630} className="aspect-1200/630 w-full object-cover" />
      <figcaption className="grid gap-0.5 p-3">
        <span className="truncate font-bold">{name}</span>
        <span className="truncate text-xs text-muted">{location.host}</span>
      </figcaption>
    </figure>
  );
}

/** How the name and the colours look in both schemes, before they are saved. */
export function SitePreview({ name, colours }: { name: string; colours: SiteColours }) {
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
            <span className="rounded-md bg-signal px-2 py-1 text-sm font-bold text-on-signal">新着</span>
          </p>
        </div>
      ))}
    </div>
  );
}
