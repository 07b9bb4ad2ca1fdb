import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { PasswordResetBody } from "@manabiya/contract/accounts/auth.ts";
import { wantedVideo } from "@manabiya/contract/rules/wanted-video.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { mutation } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useNextPath } from "../../session/next-path.ts";
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
  const form = useForm({
    resolver: zodResolver(PasswordResetBody),
    defaultValues: { email },
    reValidateMode: "onSubmit",
  });
  const next = wantedVideo(useNextPath());
  const { errors } = form.formState;
  const request = useMutation({
    ...mutation(contract.auth.requestPasswordReset, { changes: [] }),
    onSuccess: (_answer, input) => onSent(input.body.email),
    onError: (error) => showFirstFailure(form, error, { order: ["email"], fallback: FAILED }),
  });

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ email }) =>
        request.mutate({ body: { email, ...(next !== undefined && { next }) } }),
      )}
    >
      <TextField
        label="メールアドレス"
        type="email"
        required
        autoComplete="username"
        {...registerField(form, "email")}
      />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <Button type="submit" isBusy={request.isPending}>
        再設定用のメールを送る
      </Button>
    </form>
  );
}
