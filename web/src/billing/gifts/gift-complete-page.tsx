import { payments } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useSearchParams } from "react-router";
import { query } from "../../api/calls.ts";
import { usePageTitle } from "../../shell/use-page-title.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { Outcome } from "../checkout/outcome.tsx";
import { useCheckoutStatus } from "../checkout/use-checkout-status.ts";
import { GiftFacts } from "./gift-facts.tsx";

export default function GiftCompletePage() {
  usePageTitle("ギフトのお支払い");
  const session = useSearchParams()[0].get("session_id");
  return session ? <Result key={session} session={session} /> : <Navigate replace to="/profile" />;
}

const PROFILE = (
  <ButtonLink to="/profile" look="secondary">
    プロフィールへ
  </ButtonLink>
);

function Result({ session }: { session: string }) {
  const { outcome, again } = useCheckoutStatus(session);
  const { data } = useQuery({ ...query(payments.gifts.list), enabled: outcome === "complete" });
  const gift = data?.find(({ session_id }) => session_id === session);
  if (outcome === "processing") return <Loading label="お支払いを確認しています。このままお待ちください。" />;
  if (outcome === "complete") {
    return (
      <Outcome tone="success" title="ギフトのお支払いが完了しました" actions={PROFILE}>
        <p className="phrase">
          コードかURLを、贈る方にお渡しください。メールでもお送りし、プロフィールでも確認できます。
        </p>
        {gift && (
          <div className="w-full text-left">
            <GiftFacts gift={gift} />
          </div>
        )}
      </Outcome>
    );
  }
  if (outcome === "failed") {
    const plans = <ButtonLink to="/gift">ギフトの選択に戻る</ButtonLink>;
    return (
      <Outcome tone="danger" title="お支払いを完了できませんでした" actions={plans}>
        <p className="phrase">料金は請求されていません。カード情報をご確認のうえ、もう一度お試しください。</p>
      </Outcome>
    );
  }
  return (
    <Outcome
      tone="notice"
      title="お支払いの結果を確認できませんでした"
      actions={
        <>
          <Button onClick={again}>もう一度確認する</Button>
          {PROFILE}
        </>
      }
    >
      <p className="phrase">
        お支払いが済んでいる場合があります。確認ができしだい、ギフトコードをメールでお送りします。もう一度お支払いいただく必要はありません。
      </p>
    </Outcome>
  );
}
