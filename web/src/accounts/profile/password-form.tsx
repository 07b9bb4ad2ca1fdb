import { contract } from "@manabiya/contract";
import { ChangePasswordBody } from "@manabiya/contract/accounts/profile.ts";
import { useMutation } from "@tanstack/react-query";
import type { Profile } from "../../api/answers.ts";
import { mutation } from "../../api/calls.ts";
import { NewPasswordFields } from "../passwords/new-password-fields.tsx";
import { OwnerFields } from "../passwords/owner-fields.tsx";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { showFirstFailure } from "../../forms/show-first-failure.ts";

const FAILED = "パスワードの変更に失敗しました。";

export function PasswordForm({ profile: { email, has_second_factor } }: { profile: Profile }) {
  const { form, failure } = useBodyForm(ChangePasswordBody, { old_password: "", new_password: "", new_password2: "" });
  const change = useMutation({
    ...mutation(contract.profile.changePassword, { changes: [contract.profile.sessions] }),
    onSuccess: () => form.reset(),
    onError: (error) =>
      showFirstFailure(form, error, {
        order: ["old_password", "new_password2", "new_password", "code"],
        fallback: FAILED,
      }),
  });

  return (
    <BodyForm
      onChange={change.reset}
      onSubmit={form.handleSubmit((body) => change.mutate({ body }), change.reset)}
      failure={failure}
      done={change.isSuccess && (change.data.message || "パスワードを変更しました。")}
      isBusy={change.isPending}
      label="パスワードを変更"
      buttonClass="justify-self-start"
    >
      {/* Password managers need the username to store the password. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <OwnerFields
        form={form}
        password="old_password"
        code="code"
        label="現在のパスワード"
        hasSecondFactor={has_second_factor}
      />
      <NewPasswordFields form={form} password="new_password" repeated="new_password2" label="新しいパスワード" />
    </BodyForm>
  );
}
