import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { JoinBody } from "@manabiya/contract/staff/colleagues.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { NewPasswordFields } from "../../accounts/passwords/new-password-fields.tsx";
import { mutation } from "../../api/calls.ts";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Sets up the account of an invited person. */
export function JoinForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(JoinBody),
    defaultValues: { token, username: "", new_password: "", new_password2: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  const join = useMutation({
    ...mutation(contract.staffInvitation.join, { changes: [] }),
    onSuccess: onDone,
    onError: (error) => showFailure(form, error, "登録できませんでした。もう一度お試しください。"),
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((body) => join.mutate({ body }))}>
      <TextField label="ユーザー名" required autoComplete="nickname" {...registerField(form, "username")} />
      <NewPasswordFields form={form} password="new_password" repeated="new_password2" label="パスワード" />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <Button type="submit" isBusy={join.isPending}>
        スタッフとして登録
      </Button>
    </form>
  );
}
