import { useProfile } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Outcome } from "../checkout/outcome.tsx";
import { useWayToCheckout } from "../checkout/way-to-checkout.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** The member left the checkout. Ending a subscription is on /profile. */
export default function SubscriptionCancelPage() {
  usePageTitle("お申し込みの中断");
  const plans = useWayToCheckout();
  const { data: profile } = useProfile();
  // The member paid in another tab.
  if (profile?.subscription_status === "active") return <AlreadySubscribed />;
  return (
    <Outcome
      tone="notice"
      title="プランのお申し込みは完了していません"
      actions={
        <>
          <ButtonLink to={plans}>プランの選択に戻る</ButtonLink>
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

function AlreadySubscribed() {
  return (
    <Outcome
      tone="success"
      title="すでにご契約中です"
      actions={
        <>
          <ButtonLink to="/profile">プロフィールへ</ButtonLink>
          <ButtonLink to="/" look="secondary">
            ホームへ
          </ButtonLink>
        </>
      }
    >
      <p className="phrase">ご契約の内容は、プロフィールでご確認ください。</p>
    </Outcome>
  );
}
