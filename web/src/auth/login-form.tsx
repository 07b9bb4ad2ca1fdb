import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { LoginBody, type SignedIn } from "@manabiya/contract/auth.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { mutation } from "../api.ts";
import { beginSession } from "../session/session.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { PasswordField, TextField } from "../ui/text-field.tsx";
import { isSignedIn } from "./is-signed-in.ts";
import { showFailure } from "./show-failure.ts";

const FAILED = "ログインに失敗しました。もう一度お試しください。";

/** Starts a session; the page around it leads on when there is one. */
export function LoginForm() {
  const form = useForm({
    resolver: zodResolver(LoginBody),
    defaultValues: { email: "", password: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  const login = useMutation({
    ...mutation(contract.auth.login, { changes: [] }),
    onSuccess: (answer: Partial<SignedIn>) => {
      if (isSignedIn(answer)) beginSession(answer);
      else form.setError("root", { message: FAILED });
    },
    onError: (error) => showFailure(form, error, FAILED),
  });
  const register = (name: "email" | "password") =>
    form.register(name, {
      onChange: () => {
        form.clearErrors(name);
        form.clearErrors("root");
      },
    });

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) => login.mutate({ body: { ...values, rotate: true } }))}
    >
      <TextField
        label="メールアドレス"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label="パスワード"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <Button type="submit" isBusy={login.isPending}>
        ログイン
      </Button>
    </form>
  );
}
