import { contract } from "@manabiya/contract";
import { PasswordResetBody } from "@manabiya/contract/accounts/auth.ts";
import { wantedVideo } from "@manabiya/contract/rules/wanted-video.ts";
import { useWrite } from "../../api/calls.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useNextPath } from "../../session/next-path.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFirstFailure } from "../../forms/show-first-failure.ts";

const FAILED = "パスワードリセットメールの送信に失敗しました。";

interface PasswordResetFormProps {
  /** The address of the previous attempt. */
  email: string;
  onSent: (email: string) => void;
}

/** Requests the e-mail with the reset link. */
export function PasswordResetForm({ email, onSent }: PasswordResetFormProps) {
  const { form, failure } = useBodyForm(PasswordResetBody, { email });
  const next = wantedVideo(useNextPath());
  const request = useWrite(contract.auth.requestPasswordReset, {
    changes: [],
    onSuccess: (_answer, input) => onSent(input.body.email),
    onError: (error) => showFirstFailure(form, error, { order: ["email"], fallback: FAILED }),
  });

  return (
    <BodyForm
      onSubmit={form.handleSubmit(({ email }) =>
        request.mutate({ body: { email, ...(next !== undefined && { next }) } }),
      )}
      failure={failure}
      isBusy={request.isPending}
      label="再設定用のメールを送る"
    >
      <TextField
        label="メールアドレス"
        type="email"
        required
        autoComplete="username"
        {...registerField(form, "email")}
      />
    </BodyForm>
  );
}
