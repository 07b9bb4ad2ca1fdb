import * as z from "zod/mini";

interface Breach {
  /** The field that shows the message. */
  path: string;
  error: string;
}

/**
 * A check over several fields of a body. It also runs while other fields are wrong, so that a form shows all errors at
 * the first attempt. `holds` therefore sees values of any type.
 *
 * A schema with `abort` would end these checks: stages of a `z.pipe` end at the first error of their field alone.
 */
export function acrossFields<Body extends object>(
  holds: (body: Partial<Record<keyof Body, unknown>>) => boolean,
  breach: Breach,
) {
  return z.refine<Body>((body) => holds(body), {
    path: [breach.path],
    error: breach.error,
    when: ({ value }) => typeof value === "object" && value !== null,
  });
}
