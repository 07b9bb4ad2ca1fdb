import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { registerField } from "../../forms/register-field.ts";
import { ApiError } from "../../api/calls.ts";
import { useProfile } from "../../api/profile.ts";
import { ProviderButtons } from "../providers/provider-buttons.tsx";

interface OwnerFieldsProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  password: FieldPath<Values>;
  code?: FieldPath<Values>;
  label?: string;
  hint?: string | undefined;
  hasSecondFactor?: boolean | undefined;
}

/** The password field, and a code field if the account has a second factor. */
export function OwnerFields<Values extends FieldValues, Output>(props: OwnerFieldsProps<Values, Output>) {
  const { form, password, code, label = "パスワード", hint, hasSecondFactor = false } = props;
  const hasPassword = useProfile().data?.has_password ?? true;
  const { pathname } = useLocation();
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
        <>
          {/* The server looks at the login instead. */}
          <input type="hidden" {...form.register(password)} value="-" />
          <ProviderButtons
            next={pathname}
            verb="もう一度ログイン"
            lead="ログインから15分が過ぎているときは、先にもう一度ログインしてください。"
          />
        </>
      )}
      {code && (hasSecondFactor || isAsked) && (
        <TextField
          label="確認コード"
          hint="認証アプリに表示された6桁の数字です。認証アプリを使えないときは、リカバリーコードを入力してください。"
          required
          autoComplete="one-time-code"
          spellCheck={false}
          {...registerField(form, code)}
        />
      )}
    </>
  );
}

/** True if the login is too old for the action, so the server demands the password. */
export function isPasswordRequired(error: Error): boolean {
  return error instanceof ApiError && error.body?.type === "password_required";
}
