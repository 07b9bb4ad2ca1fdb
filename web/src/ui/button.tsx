import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

/** "warning" leads to taking something away, "danger" does it. */
type ButtonLook = "primary" | "secondary" | "quiet" | "warning" | "danger";

const LOOKS: Record<ButtonLook, string> = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "border-control-border bg-surface text-ink hover:bg-sunken",
  quiet: "border-transparent text-primary hover:bg-sunken",
  warning: "border-danger bg-surface text-danger hover:bg-danger-soft",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-hover",
};

function classOf(look: ButtonLook, className: string | undefined): string {
  return classNames(
    "phrase inline-flex min-h-target items-center justify-center gap-2 rounded-md border px-5 py-2 text-center font-bold",
    "no-underline transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
    LOOKS[look],
    className,
  );
}

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  /** Shows a spinner and ignores presses. */
  isBusy?: boolean;
}

/** A busy or disabled button keeps the focus, so that keyboard users keep their position. */
export function Button({ look = "primary", isBusy, disabled, className, children, ...rest }: ButtonProps) {
  const isOff = isBusy || disabled;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      className={classOf(look, className)}
      onClick={(event) => (isOff ? event.preventDefault() : rest.onClick?.(event))}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

export function ButtonLink({ look = "primary", className, ...rest }: LinkProps & { look?: ButtonLook }) {
  return <Link {...rest} className={classOf(look, typeof className === "string" ? className : undefined)} />;
}
