import { accountSecurity, contract } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { AuthCard } from "../login/auth-card.tsx";
import { FocusHere } from "../../forms/focus-here.tsx";
import { useLinkToken } from "../passwords/use-link-token.ts";
import { usePageTitle } from "../../shell/use-page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Loading } from "../../ui/spinner.tsx";

const WITHOUT_TOKEN = "リンクが正しくありません。メールに記載のリンクをもう一度開いてください。";
const FAILED = "メールアドレスを確認できませんでした。もう一度お試しください。";

export default function VerifyEmailPage() {
  usePageTitle("メールアドレスの確認");
  const token = useLinkToken();
  const { mutate, data, error, isPending, isIdle } = useMutation(
    mutation(accountSecurity.emailVerification.confirm, { changes: [contract.profile.get] }),
  );
  const verify = () => mutate({ body: { token } });

  useEffect(() => {
    if (token !== "") mutate({ body: { token } });
  }, [token, mutate]);

  if (token !== "" && (isIdle || isPending)) return <Loading className="min-h-60" />;
  // An invalid link stays invalid; any other failure may be temporary.
  const isTemporary = error !== null && error.status !== 400;
  return (
    <AuthCard title="メールアドレスの確認">
      <FocusHere className="grid justify-items-start gap-5">
        {data ? (
          <Banner tone="success" className="w-full">
            {data.message}
          </Banner>
        ) : (
          <Banner tone="danger" className="w-full">
            {error ? sentenceOf(error, FAILED) : WITHOUT_TOKEN}
          </Banner>
        )}
        {isTemporary ? <Button onClick={verify}>再試行</Button> : <ButtonLink to="/profile">プロフィールへ</ButtonLink>}
      </FocusHere>
    </AuthCard>
  );
}
