import type { ComponentProps } from "react";
import { classNames } from "../../ui/class-names.ts";

const SHAPE =
  "inline-flex min-h-target items-center justify-center gap-2 rounded-md border px-4 py-2 font-bold no-underline focus-visible:outline-on-scrim";

/** Styles of buttons over the picture, which is dark in both themes. */
export const SCRIM_BUTTON = {
  signal: `${SHAPE} border-transparent bg-signal text-on-signal`,
  plain: `${SHAPE} border-on-scrim/60 text-on-scrim hover:border-on-scrim`,
} as const;

export function ScrimButton({
  look = "plain",
  className,
  ...rest
}: ComponentProps<"button"> & { look?: keyof typeof SCRIM_BUTTON }) {
  return <button type="button" {...rest} className={classNames(SCRIM_BUTTON[look], className)} />;
}
