import { contract } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { AuthCard } from "../login/auth-card.tsx";
import { FocusHere } from "../../forms/focus-here.tsx";
import { useProfile } from "../../api/profile.ts";
import { useLinkToken } from "../passwords/use-link-token.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";

const WITHOUT_TOKEN = "リンクが正しくありません。メールに記載のリンクをもう一度開いてください。";
const FAILED = "メールアドレスを確認できませんでした。もう一度お試しください。";
const CONFIRMED = "ログイン中のアカウントのメールアドレスは、確認済みです。";

/** Nothing happens before the press: programs that look for harmful mails open each link. */
export default function VerifyEmailPage() {
  usePageTitle("メールアドレスの確認");
  const token = useLinkToken();
  const { data: profile } = useProfile();
  const { mutate, data, error, isPending } = useMutation(
    mutation(contract.emailVerification.confirm, { changes: [contract.profile.get] }),
  );
  // A link that was replaced or has expired may have done its work before.
  const isInvalid = token === "" || error?.status === 400;
  const isConfirmed = isInvalid && Boolean(profile?.email_verified_at);
  const done = data?.message ?? (isConfirmed ? CONFIRMED : null);
  const failure = error ? sentenceOf(error, FAILED) : token === "" ? WITHOUT_TOKEN : null;
  return (
    <AuthCard title="メールアドレスの確認">
      <FocusHere key={String(done ?? failure)} className="grid justify-items-start gap-5">
        {done !== null ? (
          <Banner tone="success" className="w-full">
            {done}
          </Banner>
        ) : failure !== null ? (
          <Banner tone="danger" className="w-full">
            {failure}
          </Banner>
        ) : (
          <p className="phrase">ボタンを押すと、このメールを受け取ったメールアドレスの確認が完了します。</p>
        )}
        {done === null && !isInvalid ? (
          <Button isBusy={isPending} onClick={() => mutate({ body: { token } })}>
            {failure === null ? "メールアドレスを確認する" : "再試行"}
          </Button>
        ) : (
          <ButtonLink to="/profile">プロフィールへ</ButtonLink>
        )}
      </FocusHere>
    </AuthCard>
  );
}
