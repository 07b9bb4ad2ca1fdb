import { site } from "../../../site.ts";
import { taxWords } from "../../../billing/plans/tax-words.ts";
import { contract } from "@manabiya/contract";
import { formatYen, includingTax, monthsFree, yearlySaving } from "@manabiya/contract/rules/prices.ts";
import type { PriceScreen } from "@manabiya/contract/billing/price-lists.ts";
import { useState } from "react";
import { sentenceOf, useWrite } from "../../../api/calls.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatDay, formatMinute } from "../../../ui/date.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Rows } from "../../table/rows.tsx";
import { Section } from "../../../ui/page/section.tsx";

type PriceList = PriceScreen["current"];

export function CurrentPrices({ list }: { list: PriceList }) {
  return (
    <Section title="現在の料金" isPanel>
      <dl className="grid gap-4 tabular-nums @xl:grid-cols-3">
        <Amount name="月額プラン" amount={list.monthly} />
        <Amount name="年額プラン" amount={list.yearly} />
        <div>
          <dt className="text-sm text-muted">年額プランのお得な額</dt>
          <dd className="text-xl font-bold">{formatYen(yearlySaving({ ...list, ...site }))}</dd>
          <dd className="text-sm text-muted">月額プランの{monthsFree({ ...list, ...site })}か月分</dd>
        </div>
      </dl>
      <p className="phrase text-muted">{aboutMembers(list)}</p>
    </Section>
  );
}

function Amount({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-xl font-bold">{taxWords(`${formatYen(charged(amount))}（税込）`)}</dd>
      {!site.isTaxExempt && <dd className="text-sm text-muted">税抜 {formatYen(amount)}</dd>}
    </div>
  );
}

function aboutMembers({ moves_at, told, moved }: PriceList): string {
  if (moves_at === null) return "以前からご契約中の会員の料金は変わりません。";
  return `以前からご契約中の会員は、${formatDay(moves_at)}以降の更新から、この料金になります。お知らせした会員は${told}人、この料金になった会員は${moved}人です。`;
}

interface NextPricesProps {
  lists: readonly PriceList[];
  onWithdrawn: (screen: PriceScreen, message: string) => void;
}

export function NextPrices({ lists, onWithdrawn }: NextPricesProps) {
  const [asked, setAsked] = useState<PriceList | null>(null);
  const { mutate, isPending, error, reset } = useWrite(contract.adminPrices.withdraw, {
    onSuccess: (screen: PriceScreen) => {
      setAsked(null);
      onWithdrawn(screen, "料金の予定を取り下げました。");
    },
  });
  return lists.map((list) => (
    <Banner
      key={list.revision}
      tone={list.is_made ? "notice" : "danger"}
      action={
        <Button look="secondary" onClick={() => setAsked(list)}>
          取り下げる
        </Button>
      }
    >
      {list.is_made
        ? `${formatMinute(list.starts_at ?? "")}から、${amountsOf(list)}になります。${list.moves_at === null ? "" : `ご契約中の会員は、${formatDay(list.moves_at)}以降の更新から変わります。`}`
        : `${amountsOf(list)}は、決済サービスに登録できていないため、まだ始まっていません。もう一度保存するか、取り下げてください。`}
      {asked === list && (
        <ConfirmDialog
          title="料金の予定を取り下げますか？"
          confirmLabel="取り下げる"
          isBusy={isPending}
          error={error ? sentenceOf(error, "料金の予定を取り下げられませんでした。") : undefined}
          onClose={() => {
            setAsked(null);
            reset();
          }}
          onConfirm={() => mutate({ params: { revision: list.revision } })}
        >
          現在の料金が続きます。会員へのお知らせは送られません。
        </ConfirmDialog>
      )}
    </Banner>
  ));
}

const charged = (amount: number) => includingTax(amount, site.isTaxExempt);

export function amountsOf({ monthly, yearly }: Pick<PriceList, "monthly" | "yearly">): string {
  return taxWords(`月額${formatYen(charged(monthly))}・年額${formatYen(charged(yearly))}（税込）`);
}

export function EarlierPrices({ lists }: { lists: readonly PriceList[] }) {
  if (lists.length === 0) return null;
  return (
    <Section title="以前の料金">
      <Rows>
        {lists.map((list) => (
          <li key={list.revision} className="grid gap-1 p-4">
            <p className="phrase font-bold tabular-nums">{amountsOf(list)}</p>
            <p className="phrase text-sm text-muted">{whenOf(list)}</p>
          </li>
        ))}
      </Rows>
    </Section>
  );
}

function whenOf({ starts_at, withdrawn_at, told, moved }: PriceList): string {
  if (withdrawn_at !== null) return `${formatMinute(withdrawn_at)}に取り下げ`;
  const from = starts_at === null ? "はじめの料金" : `${formatMinute(starts_at)}から`;
  return told === 0 ? from : `${from}・お知らせした会員${told}人・この料金になった会員${moved}人`;
}
