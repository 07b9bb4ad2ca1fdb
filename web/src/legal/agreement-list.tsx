import type { Agreement } from "@manabiya/contract/legal/agreements.ts";
import { formatMinute } from "../ui/date.ts";

const NAMES = { terms: "利用規約", privacy: "プライバシーポリシー" };

/** Each document with the version that the member agreed to, and when. */
export function AgreementList({ agreements }: { agreements: readonly Agreement[] }) {
  return (
    <ul className="grid gap-1">
      {agreements.map(({ document, version, agreed_at }) => {
        const isOwn = /^\d+$/.test(version);
        return (
          <li key={`${document} ${version}`}>
            <a href={isOwn ? `/legal/${document}/${version}` : version} className="link">
              {isOwn ? `${NAMES[document]}（第${version}版）` : NAMES[document]}
            </a>
            <span className="block text-xs text-muted">{formatMinute(agreed_at)}に同意</span>
          </li>
        );
      })}
    </ul>
  );
}
