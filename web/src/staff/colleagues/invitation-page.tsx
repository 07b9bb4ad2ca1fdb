import { contract } from "@manabiya/contract";
import { JoinBody } from "@manabiya/contract/staff/colleagues.ts";
import { type ReactNode, useState } from "react";
import { AuthCard } from "../../accounts/login/auth-card.tsx";
import { forgetLinkToken, useLinkToken } from "../../accounts/passwords/use-link-token.ts";
import { useIsStaff } from "../../api/profile.ts";
import { useSession } from "../../session/session.ts";
import { sentenceOf, useRead, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { FocusHere } from "../../forms/focus-here.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { NewPasswordFields } from "../../accounts/passwords/new-password-fields.tsx";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { TextField } from "../../ui/text-field.tsx";

const TITLE = "スタッフへの招待";
const INVALID = "招待のリンクが正しくありません。メールに記載のリンクをもう一度開いてください。";

/** The page of the link in an invitation's mail. */
export default function InvitationPage() {
  usePageTitle(TITLE);
  const token = useLinkToken();
  const isStaff = useIsStaff();
  const [done, setDone] = useState<"joined" | "accepted" | null>(null);
  const found = useRead(
    contract.staffInvitation.read,
    { body: { token } },
    { enabled: token !== "" && done === null, retry: false },
  );
  const { data, error } = found;

  function finish(how: "joined" | "accepted"): void {
    forgetLinkToken();
    setDone(how);
  }

  if (done !== null) return <Done isSignedIn={done === "accepted"} />;
  if (isStaff && (token === "" || error?.status === 400)) return <Done isSignedIn />;
  if (token === "" || error?.status === 400) {
    return (
      <AuthCard title={TITLE}>
        <Banner tone="danger">{error ? sentenceOf(error, INVALID) : INVALID}</Banner>
      </AuthCard>
    );
  }
  const skeleton = <Loading className="min-h-60" />;
  if (!data)
    return <NotLoaded query={found} message="招待を読み込めませんでした。" skeleton={skeleton} className="m-4" />;
  if (data.has_account) return <Existing token={token} email={data.email} onDone={() => finish("accepted")} />;
  return (
    <AuthCard title={TITLE} lead={<p>{data.email}のアカウントを作り、スタッフとして登録します。</p>}>
      <JoinForm token={token} onDone={() => finish("joined")} />
    </AuthCard>
  );
}

/** A confirmed account has the address, so its owner must be signed in. */
function Existing({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const { user } = useSession();
  const accept = useWrite(contract.staffInvitation.accept, { changes: [contract.profile.get], onSuccess: onDone });
  const lead = (text: ReactNode) => <p className="phrase wrap-anywhere">{text}</p>;
  if (user === null) {
    return (
      <AuthCard
        title={TITLE}
        lead={lead(`${email}のアカウントでログインしてから、メールのリンクをもう一度開いてください。`)}
      >
        <ButtonLink to="/login">ログイン画面へ</ButtonLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={TITLE} lead={lead(`${email}のアカウントを、スタッフとして登録します。`)}>
      <div className="grid justify-items-start gap-5">
        <MutationState of={accept} failed="招待を受けられませんでした。もう一度お試しください。" className="w-full" />
        <Button isBusy={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
          招待を受ける
        </Button>
      </div>
    </AuthCard>
  );
}

function Done({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <AuthCard title="スタッフになりました">
      <FocusHere className="grid justify-items-start gap-5">
        <Banner tone="success" className="w-full">
          {isSignedIn
            ? "スタッフとして登録されています。管理画面を使えます。"
            : "設定したパスワードでログインすると、管理画面を使えます。"}
        </Banner>
        <ButtonLink to={isSignedIn ? "/admin/dashboard" : "/login"} replace>
          {isSignedIn ? "管理画面へ" : "ログイン画面へ"}
        </ButtonLink>
      </FocusHere>
    </AuthCard>
  );
}

/** Sets up the account of an invited person. */
function JoinForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { form, failure } = useBodyForm(JoinBody, { token, username: "", new_password: "", new_password2: "" });
  const join = useWrite(contract.staffInvitation.join, {
    changes: [],
    onSuccess: onDone,
    onError: (error) => showFailure(form, error, "登録できませんでした。もう一度お試しください。"),
  });
  return (
    <BodyForm
      onSubmit={form.handleSubmit((body) => join.mutate({ body }))}
      failure={failure}
      isBusy={join.isPending}
      label="スタッフとして登録"
    >
      <TextField label="ユーザー名" required autoComplete="nickname" {...registerField(form, "username")} />
      <NewPasswordFields form={form} password="new_password" repeated="new_password2" label="パスワード" />
    </BodyForm>
  );
}
