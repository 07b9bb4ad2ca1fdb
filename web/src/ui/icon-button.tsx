import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

export const ICON_BUTTON =
  "grid size-target shrink-0 place-items-center rounded-md text-ink transition-colors hover:bg-sunken";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: LucideIcon;
  /** The accessible name and the tooltip. */
  label: string;
}

/** A 44 px button with only an icon. */
export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={classNames(ICON_BUTTON, className)}>
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
