import { contract } from "@manabiya/contract";
import { PasswordResetConfirmBody } from "@manabiya/contract/accounts/auth.ts";
import { ApiError, useWrite } from "../../api/calls.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
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
  const { form, failure } = useBodyForm(PasswordResetConfirmBody, { token, new_password: "", new_password2: "" });
  const confirm = useWrite(contract.auth.confirmPasswordReset, {
    changes: [],
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
    <BodyForm
      onSubmit={form.handleSubmit((body) => confirm.mutate({ body }))}
      failure={failure}
      isBusy={confirm.isPending}
      label="パスワードを変更"
    >
      <NewPasswordFields form={form} password="new_password" repeated="new_password2" label="新しいパスワード" />
    </BodyForm>
  );
}
