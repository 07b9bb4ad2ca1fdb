import { site } from "../../site.ts";
import type { BillingDocument } from "@manabiya/contract/billing/receipts.ts";
import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import { ExternalLink } from "lucide-react";
import { formatDay } from "../../ui/date.ts";

const KINDS: Record<BillingDocument["kind"], string> = { receipt: "領収書", credit: "返金・返還の書類" };

export function DocumentList({ documents }: { documents: BillingDocument[] }) {
  if (documents.length === 0) return <p className="text-muted">この年のお支払いはありません。</p>;
  return (
    <ul className="divide-y border-t">
      {documents.map((document) => (
        <li key={document.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
          <DocumentFacts document={document} />
          {document.pdf !== null && (
            <a
              href={document.pdf}
              target="_blank"
              rel="noreferrer"
              aria-label={`${KINDS[document.kind]} ${document.number}（新しいタブで開きます）`}
              className="inline-flex min-h-target items-center gap-1 text-primary underline"
            >
              {KINDS[document.kind]}
              <ExternalLink aria-hidden className="size-4" />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function DocumentFacts({ document }: { document: BillingDocument }) {
  const { kind, issued_at, number, description, total, tax, paid, currency } = document;
  const balance = total - paid;
  return (
    <div className="min-w-0">
      <p className="font-bold">
        <time dateTime={issued_at}>{formatDay(issued_at)}</time>
        <span className="ml-4 whitespace-nowrap">{formatMoney(total, currency)}</span>
      </p>
      <p className="wrap-anywhere">{description}</p>
      <p className="text-xs text-muted">
        {number}
        {(!site.isTaxExempt || tax !== 0) && `・うち消費税 ${formatMoney(tax, currency)}`}
        {balance !== 0 && `・残高${kind === "receipt" ? "から" : "へ"}${formatMoney(Math.abs(balance), currency)}`}
      </p>
    </div>
  );
}
