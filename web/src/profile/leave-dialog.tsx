import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { DeleteAccountBody, type Profile } from "@manabiya/contract/profile.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { mutation } from "../api.ts";
import { registerField } from "../auth/register-field.ts";
import { showFirstFailure } from "../auth/show-first-failure.ts";
import { clearStorage } from "../session/storage.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { PasswordField } from "../ui/text-field.tsx";
import { WhatIsLost } from "./what-is-lost.tsx";

const FAILED = "退会の手続きに失敗しました。もう一度お試しください。";

export default function LeaveDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(DeleteAccountBody),
    defaultValues: { password: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  const leave = useMutation({
    ...mutation(contract.profile.remove, { changes: [] }),
    onSuccess: goodbye,
    onError: (error) => showFirstFailure(form, error, { order: ["password"], fallback: FAILED }),
  });

  return (
    <Dialog title="退会しますか？" onClose={onClose}>
      <WhatIsLost profile={profile} />
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((body) => leave.mutate({ body }))}>
        <PasswordField
          label="パスワード"
          hint="ご本人であることを確認するため、入力してください。"
          required
          autoComplete="current-password"
          error={errors.password?.message}
          {...registerField(form, "password")}
        />
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            やめる
          </Button>
          <Button type="submit" look="danger" isBusy={leave.isPending || leave.isSuccess}>
            退会する
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The application is left altogether, without a look at its login screen on the way. */
function goodbye(): void {
  clearStorage();
  window.location.replace("/landing");
}
