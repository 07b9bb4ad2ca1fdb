import { contract } from "@manabiya/contract";
import { Choice } from "../../forms/choice.tsx";
import { GIFT_DAYS, GIFT_MONTHS, giftPrice } from "@manabiya/contract/billing/gift-terms.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRead, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { site } from "../../site.ts";
import { taxWords } from "../plans/tax-words.ts";
import { Button } from "../../ui/button.tsx";
import { formatLastDay } from "../../ui/date.ts";
import { Failure } from "../../ui/loaded.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { Confirmation } from "../checkout/final-confirmation.tsx";
import { useLeavePage } from "../checkout/use-leave-page.ts";
import { usePrices } from "../plans/use-prices.ts";

const FAILED = "お申し込みの手続きを始められませんでした。もう一度お試しください。";

export default function GiftPage() {
  usePageTitle("ギフトを贈る");
  const found = usePrices();
  const monthly = found.data?.find(({ price_type }) => price_type === "monthly");
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8">
      <div>
        <h1 className="text-xl">ギフトを贈る</h1>
        <p className="phrase mt-2 text-muted">
          お支払いのあとに届くギフトコードを渡すと、受け取った方がすべての動画を視聴できます。
        </p>
      </div>
      {found.isPending && <Loading />}
      {!found.isPending && !monthly && <Failure query={found} message="料金情報を読み込めませんでした。" />}
      {monthly && <Order monthly={monthly.amount} />}
    </div>
  );
}

const priceOf = (monthly: number, months: number) => giftPrice(monthly, months, site.isTaxExempt);

/** @param monthly yen without tax */
function Order({ monthly }: { monthly: number }) {
  const client = useQueryClient();
  const [months, setMonths] = useState<(typeof GIFT_MONTHS)[number]>(GIFT_MONTHS[0]);
  const { isLeaving, leaveTo } = useLeavePage();
  const create = useWrite(contract.gifts.create, {
    changes: [],
    onSuccess: ({ url }) => leaveTo(url),
    // The price may have changed.
    onError: () => void client.invalidateQueries(),
  });
  const price = priceOf(monthly, months);
  // The browser's clock may be wrong.
  const { data } = useRead(contract.gifts.list);
  return (
    <>
      <fieldset className="grid gap-2 rounded-lg border bg-surface p-5 md:p-6">
        <legend className="sr-only">贈る月数</legend>
        <p aria-hidden className="font-bold">
          贈る月数
        </p>
        {GIFT_MONTHS.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="months"
            label={taxWords(`${each}か月　${formatYen(priceOf(monthly, each))}（税込）`)}
            checked={months === each}
            onChange={() => setMonths(each)}
          />
        ))}
      </fieldset>
      <Confirmation
        facts={[
          ["お申し込みの内容", `${site.name} 視聴ギフト${months}か月分（すべての動画の視聴）`],
          ["本日のお支払い", <strong key="price">{taxWords(`${formatYen(price)}（税込）`)}</strong>],
          !site.isTaxExempt && [
            "内訳",
            `本体${formatYen(monthly * months)}＋消費税${formatYen(price - monthly * months)}`,
          ],
          ["お支払い方法", "クレジットカード（決済サービスStripeの画面で入力します）"],
          ["自動更新", "ありません。お支払いは今回だけです。受け取った方への請求もありません。"],
          ["ギフトコード", "お支払いの完了後すぐに表示し、メールでもお送りします。"],
          [
            "有効期限",
            `お支払いの日を含めて${GIFT_DAYS}日間です。${data ? `本日お支払いの場合は、${formatLastDay(data.valid_until)}までです。` : ""}`,
          ],
          [
            "使える方",
            "プランをご契約中でない方が使えます。使った日から、その月数のあいだ視聴できます。コードは1回だけ使えます。",
          ],
          ["返金", "お支払い後のお客様のご都合による返金は行っていません。"],
        ]}
      >
        <MutationState of={create} failed={FAILED} />
        <Button
          className="justify-self-start max-sm:w-full"
          isBusy={create.isPending || isLeaving}
          onClick={() => create.mutate({ body: { months, price } })}
        >
          <span>
            ギフトを申し込む<span className="inline-block">（お支払いへ進む）</span>
          </span>
        </Button>
      </Confirmation>
    </>
  );
}
