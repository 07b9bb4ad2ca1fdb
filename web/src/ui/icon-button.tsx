import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

export const ICON_BUTTON =
  "grid size-target shrink-0 place-items-center rounded-md text-ink transition-colors hover:bg-sunken";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: LucideIcon;
  /** What it does, for those who cannot see the picture and for the tooltip. */
  label: string;
}

/** A button of 44 px with a picture only. */
export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(ICON_BUTTON, className)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
