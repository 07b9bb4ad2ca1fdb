import { flushSync } from "react-dom";

/** Leads to the first field of a form that is wrong. `show` marks the fields, where that has not been done just before. */
export function focusFirstError(form: HTMLFormElement | null, show: () => void = () => {}): void {
  flushSync(show);
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
