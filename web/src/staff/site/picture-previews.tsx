import type { ReactNode } from "react";
import type { ShownPicture } from "./picture-field.tsx";

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
