import { contract } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { registerField } from "../../forms/register-field.ts";
import { ApiError, mutation } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { useProfile } from "../../api/profile.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

interface OwnerFieldsProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  password: FieldPath<Values>;
  code?: FieldPath<Values>;
  label?: string;
  hint?: string | undefined;
  hasSecondFactor?: boolean | undefined;
}

/** The password field, or the one of a mailed code without a password, and a code field if the account has a second factor. */
export function OwnerFields<Values extends FieldValues, Output>(props: OwnerFieldsProps<Values, Output>) {
  const { form, password, code, label = "パスワード", hint, hasSecondFactor = false } = props;
  const hasPassword = useProfile().data?.has_password ?? true;
  const errorOf = (name: FieldPath<Values>) => form.getFieldState(name, form.formState).error?.message;
  // The second factor may have been turned on elsewhere. The field stays once the server has asked.
  const isAsked = code && (errorOf(code) !== undefined || form.getValues(code) !== undefined);
  const isSurprise = isAsked && !hasSecondFactor;

  useEffect(() => {
    if (code && isSurprise) form.setFocus(code);
  }, [isSurprise, form, code]);

  return (
    <>
      {hasPassword ? (
        <PasswordField
          label={label}
          hint={hint}
          required
          autoComplete="current-password"
          {...registerField(form, password)}
        />
      ) : (
        <MailedCodeField hint={hint} {...registerField(form, password)} />
      )}
      {code && (hasSecondFactor || isAsked) && (
        <TextField
          label="確認コード"
          hint="認証アプリの6桁の数字。使えないときは、リカバリーコードを入力してください。"
          required
          autoComplete="one-time-code"
          spellCheck={false}
          {...registerField(form, code)}
        />
      )}
    </>
  );
}

function MailedCodeField({ hint, ...field }: { hint: string | undefined } & ReturnType<typeof registerField>) {
  const send = useMutation(mutation(contract.providers.sendOwnerCode, { changes: [] }));
  return (
    <div className="grid justify-items-start gap-3">
      {send.isSuccess ? (
        <Banner tone="success">{send.data.message}</Banner>
      ) : (
        <Button look="secondary" isBusy={send.isPending} onClick={() => send.mutate({})}>
          確認用の番号をメールで受け取る
        </Button>
      )}
      <MutationState of={send} failed="メールを送れませんでした。もう一度お試しください。" />
      <div className="w-full">
        <TextField
          label="メールで届いた番号"
          hint={hint}
          required
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          {...field}
        />
      </div>
    </div>
  );
}

/** True if the login is too old for the action, so the server demands the password. */
export function isPasswordRequired(error: Error): boolean {
  return error instanceof ApiError && error.body?.type === "password_required";
}
