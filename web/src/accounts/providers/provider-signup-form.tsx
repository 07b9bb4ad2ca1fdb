import { contract } from "@manabiya/contract";
import { ProviderSignupBody, type UnknownIdentity } from "@manabiya/contract/accounts/providers.ts";
import { useMutation } from "@tanstack/react-query";
import { mutation } from "../../api/calls.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { Banner } from "../../ui/banner.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { signupOutcome, type SignupProps, TermsField, unasked } from "../login/signup-parts.tsx";
import { nameOfProvider } from "./provider-buttons.tsx";

const NEEDED = "お知らせやパスワードの再設定に使います。確認のメールをお送りします。";

/** Signs up without a password. The server holds who the provider says it is. */
export default function ProviderSignupForm({
  status,
  submitLabel,
  onDone,
  identity,
}: SignupProps & { identity: UnknownIdentity }) {
  const { username, email, provider } = identity;
  const { form, failure } = useBodyForm(ProviderSignupBody, { username, email: email ?? "" });
  const signup = useMutation({
    ...mutation(contract.providers.signUp, { changes: [] }),
    ...signupOutcome(form, onDone),
  });
  return (
    <BodyForm
      // The referrer is the provider, which is not where the visitor came from.
      onSubmit={form.handleSubmit((values) =>
        signup.mutate({ body: { ...values, ...unasked(status), source: undefined } }),
      )}
      failure={failure}
      isBusy={signup.isPending}
      label={submitLabel}
    >
      <Banner tone="notice">
        {nameOfProvider(provider)}でログインする会員として登録します。パスワードはいりません。
      </Banner>
      <TextField label="ユーザー名" autoComplete="nickname" {...registerField(form, "username")} />
      <TextField
        label="メールアドレス"
        type="email"
        autoComplete="email"
        hint={email === null ? NEEDED : undefined}
        {...registerField(form, "email")}
      />
      <TermsField {...registerField(form, "agreedToTerms")} />
    </BodyForm>
  );
}
