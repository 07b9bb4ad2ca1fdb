import { site } from "../../site.ts";
import { taxWords } from "../plans/tax-words.ts";
import { contract } from "@manabiya/contract";
import type { BillingYear, BillingDocument } from "@manabiya/contract/billing/receipts.ts";
import { formatYen, TAX_RATE, formatMoney } from "@manabiya/contract/rules/prices.ts";
import { useState } from "react";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";
import { sentenceOf, useRead } from "../../api/calls.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { ProfileSubpage } from "../../ui/page/profile-subpage.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { BillingNameForm } from "./billing-name-form.tsx";
import { ExternalLink } from "lucide-react";
import { formatDay } from "../../ui/date.ts";

/** Every receipt and credit note by year, and the name on them. */
export default function ReceiptsPage() {
  return (
    <ProfileSubpage title="領収書" isWide isSetting>
      <Receipts />
    </ProfileSubpage>
  );
}

function Receipts() {
  /** Undefined: the running year of Japan, which the server knows. */
  const [chosen, setChosen] = useState<number>();
  const querystring = chosen === undefined ? {} : { year: chosen };
  const found = useRead(
    contract.receipts.list,
    { querystring },
    { placeholderData: (before: BillingYear | undefined) => before },
  );
  const { data, error, isPlaceholderData } = found;
  const message = sentenceOf(error, "領収書を読み込めませんでした。もう一度お試しください。");
  if (!data) return <NotLoaded query={found} message={message} blocks={["h-80", "h-60"]} />;
  return (
    <>
      <ProfileBlock title={`${data.year}年のお支払い`}>
        <div className="grid gap-5" aria-busy={isPlaceholderData}>
          <div className="justify-self-start">
            <CompactSelect label="年" value={String(chosen ?? data.year)} onChange={(year) => setChosen(Number(year))}>
              {data.years.map((year) => (
                <option key={year} value={year}>
                  {year}年
                </option>
              ))}
            </CompactSelect>
          </div>
          {(data.documents.length > 0 || data.total !== 0) && <Sums year={data} />}
          <DocumentList documents={data.documents} />
        </div>
      </ProfileBlock>
      <ProfileBlock title="宛名">
        <BillingNameForm name={data.name} />
      </ProfileBlock>
    </>
  );
}

/** For the tax return. */
function Sums({ year: { documents, total, tax, paid, invoice_number } }: { year: BillingYear }) {
  const documented = documents.reduce(
    (yen, { total: each, currency }) => yen + (currency && currency !== "jpy" ? 0 : each),
    0,
  );
  return (
    <ProfileFacts
      facts={[
        [taxWords("合計（税込）"), formatYen(total)],
        (!site.isTaxExempt || tax !== 0) && [`うち消費税（${TAX_RATE * 100}%）`, formatYen(tax)],
        paid !== total && ["カードでのお支払い", `${formatYen(paid)}（差額は残高から充当）`],
        total !== documented && ["書類のない返金など", `${formatYen(total - documented)}（合計に含まれます）`],
        invoice_number !== "" && ["登録番号", invoice_number],
      ]}
    />
  );
}

const KINDS: Record<BillingDocument["kind"], string> = { receipt: "領収書", credit: "返金・返還の書類" };

function DocumentList({ documents }: { documents: BillingDocument[] }) {
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
              className="link gap-1"
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
