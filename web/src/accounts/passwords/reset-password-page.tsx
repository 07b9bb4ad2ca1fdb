import { useEffect, useState } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { AuthCard } from "../login/auth-card.tsx";
import { FocusHere } from "../../forms/focus-here.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { forgetLinkToken, useLinkToken } from "./use-link-token.ts";
import { useNextPath, withNext } from "../../session/next-path.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";

/** Milliseconds until the last screen redirects. */
const REDIRECT_DELAY = 3_000;

export default function ResetPasswordPage() {
  usePageTitle("新しいパスワードの設定");
  const token = useLinkToken();
  const next = useNextPath();
  const [isSignedIn, setSignedIn] = useState<boolean | null>(null);

  function finish(signedIn: boolean): void {
    forgetLinkToken();
    setSignedIn(signedIn);
  }

  if (token === "") return <Navigate replace to={withNext("/password-reset", next)} state={{ isInvalidLink: true }} />;
  if (isSignedIn !== null) return <Done isSignedIn={isSignedIn} next={next} />;
  return (
    <AuthCard title="新しいパスワードの設定" lead={<p>これから使うパスワードを入力してください。</p>}>
      <NewPasswordForm token={token} onDone={finish} />
      <p className="mt-6 border-t pt-4">
        <Link to={withNext("/password-reset", next)} className="link">
          もう一度メールを受け取る
        </Link>
      </p>
    </AuthCard>
  );
}

interface DoneProps {
  isSignedIn: boolean;
  /** The page that the visitor wanted. */
  next: string;
}

function Done({ isSignedIn, next }: DoneProps) {
  const navigate = useNavigate();
  const [to, label] = isSignedIn ? ["/profile", "プロフィール"] : [withNext("/login", next), "ログイン画面"];

  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [navigate, to]);

  return (
    <AuthCard title="変更が完了しました">
      <FocusHere className="grid justify-items-start gap-5">
        <Banner tone="success" className="w-full">
          パスワードを変更しました。
        </Banner>
        <p>3秒後に{label}へ移動します。</p>
        <ButtonLink to={to} replace>
          {label}へ
        </ButtonLink>
      </FocusHere>
    </AuthCard>
  );
}
