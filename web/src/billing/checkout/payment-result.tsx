import type { ReactNode } from "react";
import { OrderComplete } from "./order-complete.tsx";
import { Outcome, PROFILE } from "./outcome.tsx";
import { useCheckoutStatus } from "./use-checkout-status.ts";
import { useWayToCheckout } from "./way-to-checkout.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Loading } from "../../ui/spinner.tsx";

interface PaymentResultProps {
  session: string;
  /** The page that the member wanted before signing up. */
  next?: string;
  /** Replaces the result of a paid plan. */
  gift?: ReactNode;
}

export function PaymentResult({ session, next = "/", gift }: PaymentResultProps) {
  const { outcome, again } = useCheckoutStatus(session);
  const wayToCheckout = useWayToCheckout();
  const plans = gift ? "/gift" : wayToCheckout;
  const back = gift ? "ギフトの選択に戻る" : "プランの選択に戻る";
  const lookAgain = <Button onClick={again}>もう一度確認する</Button>;
  switch (outcome) {
    case "processing":
      return (
        <div className="grid justify-items-center px-4 py-10">
          <h1 className="text-xl">お支払いの確認</h1>
          <Loading label="お支払いを確認しています。このままお待ちください。" />
        </div>
      );
    case "complete":
      return gift ?? <OrderComplete wanted={next.startsWith("/video/") ? next : null} />;
    case "slow":
      return (
        <Outcome tone="notice" title="お支払いの確認に時間がかかっています" actions={andProfile(lookAgain)}>
          <p className="phrase">
            {gift
              ? "確認ができしだい、ギフトコードをメールでお送りします。"
              : "確認ができしだい、動画をご覧いただけるようになります。"}
            もう一度お支払いいただく必要はありません。
          </p>
        </Outcome>
      );
    case "ended":
      return (
        <Outcome
          tone="notice"
          title="このお申し込みのご契約は終了しています"
          actions={andProfile(<ButtonLink to={plans}>プランを見る</ButtonLink>)}
        >
          <p className="phrase">
            お支払いは済んでいますが、現在は動画をご覧いただけません。ご契約の内容は、プロフィールでご確認ください。
          </p>
        </Outcome>
      );
    case "failed":
      return (
        <Outcome
          tone="danger"
          title="お支払いを完了できませんでした"
          actions={andProfile(<ButtonLink to={plans}>{back}</ButtonLink>)}
        >
          <p className="phrase">
            料金は請求されていません。カード情報をご確認のうえ、もう一度お試しいただくか、別のカードをお使いください。
          </p>
        </Outcome>
      );
    default:
      return (
        <Outcome
          tone="danger"
          title="お支払いの結果を確認できませんでした"
          actions={
            <>
              {lookAgain}
              <ButtonLink to={plans} look="secondary">
                {back}
              </ButtonLink>
              {PROFILE}
            </>
          }
        >
          <p className="phrase">
            お支払いが済んでいる場合があります。「もう一度確認する」を押してください。二重に支払う必要はありません。
          </p>
        </Outcome>
      );
  }
}

const andProfile = (action: ReactNode) => (
  <>
    {action}
    {PROFILE}
  </>
);
