import type { Profile } from "../../api/answers.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Banner } from "../../ui/banner.tsx";

const CLOSED: Record<Profile["subscription_status"], { text: string; action: string }> = {
  inactive: { text: "プランを申し込むと、すべての動画をご覧いただけます。", action: "プランを選ぶ" },
  trial: {
    text: "1週間の無料体験は終了しました。プランを申し込むと、続きからご覧いただけます。",
    action: "プランを選ぶ",
  },
  canceled: {
    text: "ご契約は終了しています。もう一度申し込むと、すべての動画をご覧いただけます。",
    action: "もう一度申し込む",
  },
  active: {
    text: "ご契約の期間が終わりました。もう一度申し込むと、すべての動画をご覧いただけます。",
    action: "もう一度申し込む",
  },
};

/** Days that are left on the third day of a trial. Before it nothing is sold. */
const SELLS_AT = 5;

/** Offers plans to members without access, and counts the days of a trial. */
export function HomeBanner({ profile, canWatch }: { profile: Profile; canWatch: boolean }) {
  const { subscription_status, trial_days_left } = profile;
  if (!canWatch) {
    const { text, action } = CLOSED[subscription_status];
    return (
      <Banner tone="notice" action={<ButtonLink to="/checkout">{action}</ButtonLink>}>
        {text}
      </Banner>
    );
  }
  if (subscription_status !== "trial" || trial_days_left == null || trial_days_left <= 0) return null;
  return (
    <Banner
      tone="notice"
      action={
        trial_days_left <= SELLS_AT && (
          <ButtonLink to="/checkout" look="secondary">
            プランを見る
          </ButtonLink>
        )
      }
    >
      無料体験は残り{trial_days_left}日です
    </Banner>
  );
}
