import { contract } from "@manabiya/contract";
import { SignupBody, type SignedIn } from "@manabiya/contract/accounts/auth.ts";
import { PASSWORD_HINT } from "@manabiya/contract/accounts/password.ts";
import { useMutation } from "@tanstack/react-query";
import { ApiError, mutation } from "../../api/calls.ts";
import { beginSession } from "../../session/session.ts";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { isSignedIn } from "../../api/sign-in.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { shownVersions } from "./shown-versions.ts";
import { TermsField } from "./terms-field.tsx";
import { visitSource } from "./visit-source.ts";

const FAILED = "サインアップに失敗しました。もう一度お試しください。";

interface SignupFormProps {
  status: "inactive" | "trial";
  submitLabel: string;
  onDone: () => void;
}

export function SignupForm({ status, submitLabel, onDone }: SignupFormProps) {
  const { form, failure } = useBodyForm(SignupBody, { username: "", email: "", password: "", password2: "" });
  const signup = useMutation({
    ...mutation(contract.auth.signup, { changes: [] }),
    onSuccess: (answer: Partial<SignedIn>) => {
      if (!isSignedIn(answer)) return form.setError("root", { message: FAILED });
      beginSession(answer);
      onDone();
    },
    onError: (error) => {
      const isUnknown = error instanceof ApiError && error.status !== null && error.body?.type === undefined;
      if (isUnknown) form.setError("root", { message: FAILED });
      else showFailure(form, error, FAILED);
    },
  });
  return (
    <BodyForm
      onSubmit={form.handleSubmit((values) =>
        signup.mutate({
          body: {
            ...values,
            subscription_status: status,
            rotate: true,
            source: visitSource(),
            agreed_versions: shownVersions(),
          },
        }),
      )}
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
