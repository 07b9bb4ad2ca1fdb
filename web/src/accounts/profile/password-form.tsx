import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { ChangePasswordBody } from "@manabiya/contract/accounts/profile.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { Profile } from "../../api/answers.ts";
import { mutation } from "../../api/calls.ts";
import { NewPasswordFields } from "../passwords/new-password-fields.tsx";
import { OwnerFields } from "../passwords/owner-fields.tsx";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

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
      <NewPasswordFields form={form} password="new_password" repeated="new_password2" label="新しいパスワード" />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      {change.isSuccess && <Banner tone="success">{change.data.message || "パスワードを変更しました。"}</Banner>}
      <Button type="submit" isBusy={change.isPending} className="justify-self-start">
        パスワードを変更
      </Button>
    </form>
  );
}
