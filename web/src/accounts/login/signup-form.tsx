import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { SignupBody, type SignedIn } from "@manabiya/contract/accounts/auth.ts";
import { PASSWORD_HINT } from "@manabiya/contract/accounts/password.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { mutation } from "../../api/calls.ts";
import { beginSession } from "../../session/session.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { isSignedIn } from "../../api/sign-in.ts";
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
  const form = useForm({
    resolver: zodResolver(SignupBody),
    defaultValues: { username: "", email: "", password: "", password2: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  const signup = useMutation({
    ...mutation(contract.auth.signup, { changes: [] }),
    onSuccess: (answer: Partial<SignedIn>) => {
      if (!isSignedIn(answer)) return form.setError("root", { message: FAILED });
      beginSession(answer);
      onDone();
    },
    onError: (error) => showFailure(form, error, FAILED),
  });
  return (
    <form
      noValidate
      className="grid gap-5"
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
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <Button type="submit" isBusy={signup.isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}
