import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { PASSWORD_HINT } from "@manabiya/contract/accounts/password.ts";
import { ChangePasswordBody } from "@manabiya/contract/accounts/profile.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { Profile } from "../../api/answers.ts";
import { mutation } from "../../api/calls.ts";
import { OwnerFields } from "../passwords/owner-fields.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/text-field.tsx";

const FAILED = "パスワードの変更に失敗しました。";

export function PasswordForm({ profile: { email, has_second_factor } }: { profile: Profile }) {
  const form = useForm({
    resolver: zodResolver(ChangePasswordBody),
    defaultValues: { old_password: "", new_password: "", new_password2: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
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
    <form
      noValidate
      className="grid gap-5"
      onChange={change.reset}
      onSubmit={form.handleSubmit((body) => change.mutate({ body }), change.reset)}
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
      <PasswordField
        label="新しいパスワード"
        hint={PASSWORD_HINT}
        required
        autoComplete="new-password"
        error={errors.new_password?.message}
        {...registerField(form, "new_password", "new_password2")}
      />
      <PasswordField
        label="新しいパスワード（確認）"
        required
        autoComplete="new-password"
        error={errors.new_password2?.message}
        {...registerField(form, "new_password2")}
      />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      {change.isSuccess && <Banner tone="success">{change.data.message || "パスワードを変更しました。"}</Banner>}
      <Button type="submit" isBusy={change.isPending} className="justify-self-start">
        パスワードを変更
      </Button>
    </form>
  );
}
