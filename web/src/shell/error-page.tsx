import { useSession } from "../session/session.ts";
import { DeadEnd } from "../ui/page/dead-end.tsx";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { site } from "../site.ts";
import { ButtonLink } from "../ui/button.tsx";

export default function ErrorPage() {
  usePageTitle("エラー");
  const { user } = useSession();
  return (
    <DeadEnd
      title="うまく表示できませんでした"
      text={
        <>
          ご登録の情報を読み取れなかったため、ページを開けませんでした。ご不便をおかけして申し訳ありません。時間をおいて、もう一度お試しください。
          {site.contactUrl !== "" && (
            <>
              直らないときは、
              <a href={site.contactUrl} className="text-primary underline">
                お問い合わせ
              </a>
              からお知らせください。
            </>
          )}
        </>
      }
    >
      <ButtonLink to={user ? "/" : "/login"}>{user ? "ホームへ" : "ログインへ"}</ButtonLink>
      {user && (
        <ButtonLink to="/profile" look="secondary">
          プロフィールへ
        </ButtonLink>
      )}
    </DeadEnd>
  );
}
