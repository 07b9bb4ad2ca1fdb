import { useSession } from "../session/session.ts";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { site } from "../site.ts";
import { ButtonLink } from "../ui/button.tsx";

export default function ErrorPage() {
  usePageTitle("エラー");
  const { user } = useSession();
  return (
    <div className="mx-auto max-w-lg px-4 py-16">
      <h1 className="text-xl">うまく表示できませんでした</h1>
      <p className="phrase mt-4 text-base">
        ご登録の情報を読み取れなかったため、ページを開けませんでした。ご不便をおかけして申し訳ありません。
      </p>
      <p className="phrase mt-2 text-base">
        時間をおいて、もう一度お試しください。
        {site.contactUrl !== "" && (
          <>
            直らないときは、
            <a href={site.contactUrl} className="text-primary underline">
              お問い合わせ
            </a>
            からお知らせください。
          </>
        )}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={user ? "/" : "/login"}>{user ? "ホームへ" : "ログインへ"}</ButtonLink>
        {user && (
          <ButtonLink to="/profile" look="secondary">
            プロフィールへ
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
