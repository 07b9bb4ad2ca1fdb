import { Link, Navigate, useLocation } from "react-router";
import { AuthCard } from "./auth-card.tsx";
import { LoginForm } from "./login-form.tsx";
import { type LoginState, nameOfProvider, ProviderButtons } from "../providers/provider-buttons.tsx";
import { Banner } from "../../ui/banner.tsx";
import { useNextPath, withNext } from "../../session/next-path.ts";
import { useSession } from "../../session/session.ts";
import { useOpenLessonPath } from "../../catalogue/videos/open-lesson-path.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";

export default function LoginPage() {
  usePageTitle("ログイン");
  const { user } = useSession();
  const next = useNextPath();
  const lesson = useOpenLessonPath(user ? "" : next);
  const { failure, identity } = (useLocation().state ?? {}) as LoginState;
  if (user) return <Navigate replace to={identity ? "/profile/security" : next} />;
  if (lesson) return <Navigate replace to={lesson} />;
  return (
    <AuthCard
      title="ログイン"
      lead={
        identity ? (
          <p>
            {identity.has_account && `${identity.email}は登録済みです。`}
            ご本人であることを確認するため、一度だけ、メールアドレスとパスワードでログインしてください。続けて、
            {nameOfProvider(identity.provider)}でのログインを追加できます。
          </p>
        ) : (
          next !== "/" && <p>続けるには、ログインしてください。</p>
        )
      }
    >
      {failure && (
        <Banner tone="danger" className="mb-6">
          {failure}
        </Banner>
      )}
      <LoginForm />
      {!identity && <ProviderButtons next={next} verb="ログイン" />}
      <ul className="mt-6 grid justify-items-start border-t pt-4">
        <li>
          <Link to={withNext("/password-reset", next)} className="link">
            パスワードをお忘れの方
          </Link>
        </li>
        <li>
          <Link to={withNext("/signup", next)} className="link">
            はじめての方は会員登録
          </Link>
        </li>
      </ul>
    </AuthCard>
  );
}
