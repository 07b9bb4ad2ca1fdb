import { useState } from "react";
import { Link, useLocation } from "react-router";
import { AuthCard } from "../login/auth-card.tsx";
import { PasswordResetForm } from "./password-reset-form.tsx";
import { useNextPath, withNext } from "../../session/next-path.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { FocusHere } from "../../forms/focus-here.tsx";

export default function PasswordResetPage() {
  usePageTitle("パスワードの再設定");
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const state = useLocation().state as { isInvalidLink?: boolean } | null;
  const login = withNext("/login", useNextPath());

  if (isSent) return <ResetMailSent email={email} login={login} onAgain={() => setSent(false)} />;
  return (
    <AuthCard
      title="パスワードの再設定"
      lead={<p>ご登録のメールアドレスに、新しいパスワードを設定するためのリンクを送ります。</p>}
    >
      {state?.isInvalidLink && (
        <Banner tone="danger" className="mb-6">
          <p>リンクが無効です。</p>
          <p>メールのリンクをもう一度開いてください。</p>
          <p>それでも開けない場合は、下のフォームからメールを送り直してください。</p>
        </Banner>
      )}
      <PasswordResetForm
        email={email}
        onSent={(sentTo) => {
          setEmail(sentTo);
          setSent(true);
        }}
      />
      <p className="mt-6 border-t pt-4">
        <Link to={login} className="link">
          ログインへ戻る
        </Link>
      </p>
    </AuthCard>
  );
}

interface ResetMailSentProps {
  email: string;
  /** The path of the login. */
  login: string;
  onAgain: () => void;
}

/** The text must not reveal whether the address has an account. */
function ResetMailSent({ email, login, onAgain }: ResetMailSentProps) {
  return (
    <AuthCard title="メールを送信しました">
      <FocusHere className="phrase grid gap-3">
        <p>
          <strong>{email}</strong>{" "}
          でご登録いただいている場合は、パスワード再設定用のメールが届きます。30分以内に、メールの中のリンクを開いてください。
        </p>
        <p className="text-muted">
          しばらく待っても届かないときは、迷惑メールに入っていないか、メールアドレスに間違いがないかをご確認ください。
        </p>
      </FocusHere>
      <div className="mt-6 grid justify-items-start gap-4 border-t pt-6">
        <Button look="secondary" onClick={onAgain}>
          もう一度送る
        </Button>
        <Link to={login} className="link">
          ログインへ戻る
        </Link>
      </div>
    </AuthCard>
  );
}
