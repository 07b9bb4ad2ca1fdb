import { zodResolver } from "@hookform/resolvers/zod";
import { accountSecurity } from "@manabiya/contract/account-security.ts";
import { contract } from "@manabiya/contract";
import { ChangeSecondFactorBody } from "@manabiya/contract/second-factor.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { mutation } from "../api.ts";
import { registerField } from "../auth/register-field.ts";
import { showFirstFailure } from "../auth/show-first-failure.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { PasswordField, TextField } from "../ui/text-field.tsx";

const { secondFactor } = accountSecurity;

interface DialogProps {
  onClose: () => void;
}

export function TurnOffDialog({ onClose, onDone }: DialogProps & { onDone: (message: string) => void }) {
  const turnOff = useMutation({
    ...mutation(secondFactor.turnOff, { changes: [secondFactor.get, contract.profile.get] }),
    onSuccess: ({ message }) => onDone(message),
  });
  return (
    <ChangeDialog
      title="2段階認証をオフにしますか？"
      what="パスワードだけでログインできるようになります。リカバリーコードも使えなくなります。"
      label="オフにする"
      look="danger"
      change={turnOff}
      onClose={onClose}
    />
  );
}

export function RenewCodesDialog({ onClose, onDone }: DialogProps & { onDone: (codes: string[]) => void }) {
  const renew = useMutation({
    ...mutation(secondFactor.renewRecoveryCodes, { changes: [] }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <ChangeDialog
      title="新しいリカバリーコードを作りますか？"
      what="これまでのリカバリーコードは使えなくなります。"
      label="作る"
      look="primary"
      change={renew}
      onClose={onClose}
    />
  );
}

interface ChangeDialogProps extends DialogProps {
  title: string;
  /** What happens then. */
  what: string;
  label: string;
  look: "primary" | "danger";
  change: {
    mutate: (
      input: { body: { password: string; code: string } },
      options: { onError: (error: Error) => void },
    ) => void;
    isPending: boolean;
  };
}

function ChangeDialog({ title, what, label, look, change, onClose }: ChangeDialogProps) {
  const form = useForm({
    resolver: zodResolver(ChangeSecondFactorBody),
    defaultValues: { password: "", code: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  const fallback = "変更できませんでした。もう一度お試しください。";
  const onError = (error: Error) => showFirstFailure(form, error, { order: ["password", "code"], fallback });
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="phrase">{what}</p>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit((body) => change.mutate({ body }, { onError }))}
      >
        <PasswordField
          label="パスワード"
          required
          autoComplete="current-password"
          error={errors.password?.message}
          {...registerField(form, "password")}
        />
        <TextField
          label="確認コード"
          hint="認証アプリの6桁の数字。使えないときは、リカバリーコードを入力してください。"
          required
          autoComplete="one-time-code"
          spellCheck={false}
          error={errors.code?.message}
          {...registerField(form, "code")}
        />
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            やめる
          </Button>
          <Button type="submit" look={look} isBusy={change.isPending}>
            {label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
