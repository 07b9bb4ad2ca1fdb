import { contract } from "@manabiya/contract";
import { SignupBody } from "@manabiya/contract/accounts/auth.ts";
import { PASSWORD_HINT } from "@manabiya/contract/accounts/password.ts";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { mutation } from "../../api/calls.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { useNextPath } from "../../session/next-path.ts";
import { loadPageFile } from "../../ui/page/page-file.ts";
import { Loading } from "../../ui/spinner.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { type LoginState, ProviderButtons } from "../providers/provider-buttons.tsx";
import { signupOutcome, type SignupProps, TermsField, unasked } from "./signup-parts.tsx";

const ProviderSignupForm = lazy(() => loadPageFile(() => import("../providers/provider-signup-form.tsx")));

/** Signs up with a password, or by the provider that the visitor comes from. */
export function SignupForm(props: SignupProps) {
  const { identity } = (useLocation().state ?? {}) as LoginState;
  const next = useNextPath();
  if (identity) {
    return (
      <Suspense fallback={<Loading className="min-h-60" />}>
        <ProviderSignupForm {...props} identity={identity} />
      </Suspense>
    );
  }
  return (
    <>
      <PasswordSignupForm {...props} />
      <ProviderButtons purpose={props.status === "trial" ? "trial" : "signup"} next={next} />
    </>
  );
}

function PasswordSignupForm({ status, submitLabel, onDone }: SignupProps) {
  const { form, failure } = useBodyForm(SignupBody, { username: "", email: "", password: "", password2: "" });
  const signup = useMutation({ ...mutation(contract.auth.signup, { changes: [] }), ...signupOutcome(form, onDone) });
  return (
    <BodyForm
      onSubmit={form.handleSubmit((values) => signup.mutate({ body: { ...values, ...unasked(status) } }))}
      failure={failure}
      isBusy={signup.isPending}
      label={submitLabel}
    >
      <TextField label="ユーザー名" autoComplete="nickname" {...registerField(form, "username")} />
      <TextField label="メールアドレス" type="email" autoComplete="email" {...registerField(form, "email")} />
      <PasswordField
        label="パスワード"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        {...registerField(form, "password", "password2")}
      />
      <PasswordField label="パスワード（確認）" autoComplete="new-password" {...registerField(form, "password2")} />
      <TermsField {...registerField(form, "agreedToTerms")} />
    </BodyForm>
  );
}
