import { useNextPath, withNext } from "../../accounts/session/next-path.ts";
import { usePageTitle } from "../../shell/use-page-title.ts";
import { Outcome } from "../checkout/outcome.tsx";
import { ButtonLink } from "../../ui/button.tsx";

/** The member left the checkout. Ending a subscription is on /profile. */
export default function SubscriptionCancelPage() {
  usePageTitle("お申し込みの中断");
  return (
    <Outcome
      tone="notice"
      title="プランのお申し込みは完了していません"
      actions={
        <>
          <ButtonLink to={withNext("/checkout", useNextPath())}>プランの選択に戻る</ButtonLink>
          <ButtonLink to="/" look="secondary">
            ホームへ
          </ButtonLink>
        </>
      }
    >
      <p className="phrase">料金は請求されていません。いつでも、もう一度お申し込みいただけます。</p>
    </Outcome>
  );
}
