import * as z from "zod/mini";

const MAILBOX = z.email();

/** An address for a link: a bare mail address becomes one of "mailto:". */
export function linkAddress(value: string): string {
  const typed = value.trim();
  return MAILBOX.safeParse(typed).success ? `mailto:${typed}` : typed;
}
