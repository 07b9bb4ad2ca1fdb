import { contract } from "@manabiya/contract";
import { LoginBody, type SignedIn } from "@manabiya/contract/accounts/auth.ts";
import { lazy, Suspense, useState } from "react";
import { ApiError, useWrite } from "../../api/calls.ts";
import { beginSession } from "../../session/session.ts";
import { Loading } from "../../ui/spinner.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { isSignedIn } from "../../api/sign-in.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";

const FAILED = "ログインに失敗しました。もう一度お試しください。";

const LoginCodeForm = lazy(() => import("./login-code-form.tsx"));

/** Starts a session. The page around it navigates once there is one. */
export function LoginForm() {
  const { form, failure } = useBodyForm(LoginBody, { email: "", password: "" });
  const [ticket, setTicket] = useState<string | null>(null);
  const login = useWrite(contract.auth.login, {
    changes: [],
    onSuccess: (answer: Partial<SignedIn>) => {
      if (isSignedIn(answer)) beginSession(answer);
      else form.setError("root", { message: FAILED });
    },
    onError: (error) => {
      const asked = ticketOf(error);
      if (asked === null) showFailure(form, error, FAILED);
      else setTicket(asked);
    },
  });

  /** Keeps the e-mail address and clears the password. */
  function startOver(reason?: string): void {
    setTicket(null);
    form.resetField("password");
    if (reason !== undefined) form.setError("root", { message: reason });
  }

  if (ticket !== null) {
    return (
      <Suspense fallback={<Loading className="min-h-60" />}>
        <LoginCodeForm ticket={ticket} email={form.getValues("email")} onStartOver={startOver} />
      </Suspense>
    );
  }
  return (
    <BodyForm
      onSubmit={form.handleSubmit((values) => login.mutate({ body: { ...values, rotate: true } }))}
      failure={failure}
      isBusy={login.isPending}
      label="ログイン"
    >
      <TextField label="メールアドレス" type="email" autoComplete="username" {...registerField(form, "email")} />
      <PasswordField label="パスワード" autoComplete="current-password" {...registerField(form, "password")} />
    </BodyForm>
  );
}

/** @returns the ticket for the second step; null for failures that are not about a code */
function ticketOf(error: Error): string | null {
  if (!(error instanceof ApiError) || error.body?.type !== "second_factor_required") return null;
  const ticket: unknown = error.body["ticket"];
  return typeof ticket === "string" ? ticket : null;
}
