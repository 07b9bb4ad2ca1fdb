import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { LoginBody, type SignedIn } from "@manabiya/contract/accounts/auth.ts";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, mutation } from "../../api/calls.ts";
import { beginSession } from "../../session/session.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { isSignedIn } from "../../api/sign-in.ts";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";

const FAILED = "ログインに失敗しました。もう一度お試しください。";

const LoginCodeForm = lazy(() => import("./login-code-form.tsx"));

/** Starts a session. The page around it navigates once there is one. */
export function LoginForm() {
  const form = useForm({
    resolver: zodResolver(LoginBody),
    defaultValues: { email: "", password: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  const [ticket, setTicket] = useState<string | null>(null);
  const login = useMutation({
    ...mutation(contract.auth.login, { changes: [] }),
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
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) => login.mutate({ body: { ...values, rotate: true } }))}
    >
      <TextField label="メールアドレス" type="email" autoComplete="username" {...registerField(form, "email")} />
      <PasswordField label="パスワード" autoComplete="current-password" {...registerField(form, "password")} />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <Button type="submit" isBusy={login.isPending}>
        ログイン
      </Button>
    </form>
  );
}

/** @returns the ticket for the second step; null for failures that are not about a code */
function ticketOf(error: Error): string | null {
  if (!(error instanceof ApiError) || error.body?.type !== "second_factor_required") return null;
  const ticket: unknown = error.body["ticket"];
  return typeof ticket === "string" ? ticket : null;
}
