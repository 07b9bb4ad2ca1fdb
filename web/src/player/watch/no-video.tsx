import { useLocation } from "react-router";
import { wayBackTo } from "../../session/next-path.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { DeadEnd } from "../../ui/page/dead-end.tsx";

/** The page without its video. `isForbidden`: the member has no access, and no guard redirected them before. */
export default function NoVideo({ isForbidden }: { isForbidden: boolean }) {
  const checkout = wayBackTo(useLocation(), "/checkout");
  return isForbidden ? (
    <DeadEnd
      title="視聴にはプランのお申し込みが必要です"
      text="この動画を視聴するにはプレミアム会員への登録が必要です。"
    >
      <ButtonLink to={checkout}>プランを選ぶ</ButtonLink>
      <ButtonLink to="/profile" look="secondary">
        プロフィールを確認
      </ButtonLink>
    </DeadEnd>
  ) : (
    <DeadEnd title="動画が見つかりません" text="公開が終了したか、URLが間違っている可能性があります。">
      <ButtonLink to="/">ホームで動画を探す</ButtonLink>
    </DeadEnd>
  );
}
