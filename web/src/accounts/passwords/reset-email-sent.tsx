import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { AuthCard } from "../login/auth-card.tsx";
import { FocusHere } from "../../forms/focus-here.tsx";

/** Says the same whether the address has an account or not. */
export function ResetMailSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthCard title="メールを送信しました">
      <FocusHere className="phrase grid gap-3">
        <p>
          <strong>{email}</strong>{" "}
          にご登録がある場合は、パスワード再設定用のメールが届きます。30分以内に、メールの中のリンクを開いてください。
        </p>
        <p className="text-muted">
          しばらく待っても届かないときは、迷惑メールに入っていないか、メールアドレスに間違いがないかをご確認ください。
        </p>
      </FocusHere>
      <div className="mt-6 grid justify-items-start gap-4 border-t pt-6">
        <Button look="secondary" onClick={onAgain}>
          もう一度送る
        </Button>
        <Link to="/login" className="flex min-h-target items-center text-primary underline">
          ログインへ戻る
        </Link>
      </div>
    </AuthCard>
  );
}
