import { zodResolver } from "@hookform/resolvers/zod";
import { EndSessionBody } from "@manabiya/contract/accounts/profile.ts";
import { type ReactNode, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { sentenceOf } from "../../api/calls.ts";
import { isPasswordRequired, OwnerFields } from "./owner-fields.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { showFirstFailure } from "../../forms/show-first-failure.ts";

interface OwnerCredentials {
  password?: string | undefined;
  code?: string | undefined;
}

interface OwnerDialogProps {
  title: string;
  /** The consequences of confirming. */
  children: ReactNode;
  confirmLabel: string;
  closeLabel?: string;
  look: "primary" | "danger";
  /** The message for failures without one of their own. */
  failed: string;
  /** False: the password is asked for when the server demands it. */
  asksAtOnce: boolean;
  hint?: string;
  hasSecondFactor: boolean | undefined;
  isBusy: boolean;
  onConfirm: (credentials: OwnerCredentials, options: { onError: (error: Error) => void }) => void;
  onClose: () => void;
}

/** Confirms an action of the account's owner, with the password and the second factor. */
export function OwnerDialog(props: OwnerDialogProps) {
  const { title, children, confirmLabel, closeLabel, look, failed, hasSecondFactor, isBusy, onConfirm, onClose } =
    props;
  const form = useForm({ resolver: zodResolver(EndSessionBody), reValidateMode: "onSubmit" });
  const { errors } = form.formState;
  const [hint, setHint] = useState(props.hint);
  const [isAsked, setAsked] = useState(props.asksAtOnce);

  useEffect(() => {
    if (isAsked && !props.asksAtOnce) form.setFocus("password");
  }, [isAsked, props.asksAtOnce, form]);

  function onError(error: Error): void {
    if (!isPasswordRequired(error)) {
      return showFirstFailure(form, error, { order: ["password", "code"], fallback: failed });
    }
    setHint(sentenceOf(error, failed));
    setAsked(true);
  }

  const state = {
    failure: errors.root?.message,
    isSaving: isBusy,
    onSubmit: form.handleSubmit((credentials) => onConfirm(credentials, { onError })),
  };
  return (
    <FormDialog {...{ title, state, confirmLabel, closeLabel, look, onClose }} text={children}>
      {isAsked && (
        <OwnerFields form={form} password="password" code="code" hint={hint} hasSecondFactor={hasSecondFactor} />
      )}
    </FormDialog>
  );
}
