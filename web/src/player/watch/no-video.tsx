import { useLocation } from "react-router";
import { wayBackTo } from "../../session/next-path.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** The page without its video. `isForbidden`: the member has no access, and no guard redirected them before. */
export default function NoVideo({ isForbidden }: { isForbidden: boolean }) {
  return isForbidden ? <NeedsSubscription /> : <NoSuchVideo />;
}

function NeedsSubscription() {
  return (
    <Message title="視聴にはプランのお申し込みが必要です">
      <p className="phrase">この動画を視聴するにはプレミアム会員への登録が必要です。</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={wayBackTo(useLocation(), "/checkout")}>プランを選ぶ</ButtonLink>
        <ButtonLink to="/profile" look="secondary">
          プロフィールを確認
        </ButtonLink>
      </div>
    </Message>
  );
}

function NoSuchVideo() {
  return (
    <Message title="動画が見つかりません">
      <p className="phrase">公開が終了したか、URLが間違っている可能性があります。</p>
      <ButtonLink to="/">ホームで動画を探す</ButtonLink>
    </Message>
  );
}

function Message({ title, children }: { title: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="mx-auto grid max-w-reading justify-items-center gap-5 px-4 py-16 text-center">
      <h1 className="text-xl">{title}</h1>
      {children}
    </div>
  );
}
