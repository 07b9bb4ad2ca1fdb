import { PASSWORD_HINT } from "@manabiya/contract/accounts/password.ts";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { registerField } from "../../forms/register-field.ts";
import { PasswordField } from "../../ui/text-field.tsx";

interface NewPasswordFieldsProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  password: FieldPath<Values>;
  repeated: FieldPath<Values>;
  label: string;
}

/** The fields of a new password. */
export function NewPasswordFields<Values extends FieldValues, Output>(props: NewPasswordFieldsProps<Values, Output>) {
  const { form, password, repeated, label } = props;
  return (
    <>
      <PasswordField
        label={label}
        hint={PASSWORD_HINT}
        required
        autoComplete="new-password"
        {...registerField(form, password, repeated)}
      />
      <PasswordField
        label={`${label}（確認）`}
        required
        autoComplete="new-password"
        {...registerField(form, repeated)}
      />
    </>
  );
}
