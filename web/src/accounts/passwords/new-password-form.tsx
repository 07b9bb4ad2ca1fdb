import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { PasswordResetConfirmBody } from "@manabiya/contract/accounts/auth.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiError, mutation } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { signInWith } from "../../api/sign-in.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";

const REFUSED = "パスワードの変更に失敗しました。";
const MISTAKEN = "入力内容に誤りがあります。";
const SERVER_ERROR = "サーバーエラーが発生しました。しばらくしてから、もう一度お試しください。";
const FAILED = "パスワードの変更に失敗しました。もう一度お試しください。";

interface NewPasswordFormProps {
  token: string;
  /** `isSignedIn`: the server has signed the owner in as well. */
  onDone: (isSignedIn: boolean) => void;
}

export function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
  const form = useForm({
    resolver: zodResolver(PasswordResetConfirmBody),
    defaultValues: { token, new_password: "", new_password2: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  const confirm = useMutation({
    ...mutation(contract.auth.confirmPasswordReset, { changes: [] }),
    onSuccess: async (answer) => {
      if (!answer.success) return form.setError("root", { message: answer.error || REFUSED });
      onDone(await signInWith(answer.token));
    },
    onError: (error) => {
      const status = error instanceof ApiError ? error.status : null;
      if (status === 400) {
        showFirstFailure(form, error, { order: ["new_password2", "new_password"], fallback: MISTAKEN });
      } else if (status === 500) {
        form.setError("root", { message: SERVER_ERROR });
      } else {
        form.setError("root", { message: status === null ? `${FAILED}\n${error.message}` : FAILED });
      }
    },
  });

  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((body) => confirm.mutate({ body }))}>
      <NewPasswordFields form={form} password="new_password" repeated="new_password2" label="新しいパスワード" />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <Button type="submit" isBusy={confirm.isPending}>
        パスワードを変更
      </Button>
    </form>
  );
}
