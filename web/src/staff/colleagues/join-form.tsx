import { contract } from "@manabiya/contract";
import { JoinBody } from "@manabiya/contract/staff/colleagues.ts";
import { useMutation } from "@tanstack/react-query";
import { NewPasswordFields } from "../../accounts/passwords/new-password-fields.tsx";
import { mutation } from "../../api/calls.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { TextField } from "../../ui/text-field.tsx";

/** Sets up the account of an invited person. */
export function JoinForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { form, failure } = useBodyForm(JoinBody, { token, username: "", new_password: "", new_password2: "" });
  const join = useMutation({
    ...mutation(contract.staffInvitation.join, { changes: [] }),
    onSuccess: onDone,
    onError: (error) => showFailure(form, error, "登録できませんでした。もう一度お試しください。"),
  });
  return (
    <BodyForm
      onSubmit={form.handleSubmit((body) => join.mutate({ body }))}
      failure={failure}
      isBusy={join.isPending}
      label="スタッフとして登録"
    >
      <TextField label="ユーザー名" required autoComplete="nickname" {...registerField(form, "username")} />
      <NewPasswordFields form={form} password="new_password" repeated="new_password2" label="パスワード" />
    </BodyForm>
  );
}
