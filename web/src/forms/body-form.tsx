import { zodResolver } from "@hookform/resolvers/zod";
import type { Schema } from "@manabiya/contract/route.ts";
import type { FormEventHandler, ReactNode } from "react";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

/** A form whose values are the body of a call, checked by the contract's schema on every submit. */
export function useBodyForm<Input extends FieldValues, Output>(
  schema: Schema<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues, reValidateMode: "onSubmit" });
  return { form, failure: form.formState.errors.root?.message };
}

interface BodyFormProps {
  onSubmit: FormEventHandler;
  onChange?: () => void;
  className?: string;
  /** The fields. */
  children: ReactNode;
  failure: string | undefined;
  /** Tells what the last submit did. */
  done?: string | false;
  isBusy: boolean;
  label: ReactNode;
  look?: "primary" | "secondary";
  buttonClass?: string;
}

/** The fields, then the outcome, then the button. */
export function BodyForm(props: BodyFormProps) {
  const {
    onSubmit,
    onChange,
    className = "grid gap-5",
    children,
    failure,
    done,
    isBusy,
    label,
    look = "primary",
  } = props;
  return (
    <form noValidate {...{ className, onChange, onSubmit }}>
      {children}
      {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
      {done && <Banner tone="success">{done}</Banner>}
      <Button type="submit" look={look} isBusy={isBusy} className={props.buttonClass}>
        {label}
      </Button>
    </form>
  );
}
