import { contract } from "@manabiya/contract";
import { send } from "./send.ts";

const REPORTS_MAX = 5;
/** As the server takes it, which this file must not load. */
const TEXT_MAX = 500;

let reports = 0;

/** The build of this page: the hash in the name of its first file. */
export const release =
  /index-([\w-]+)\.js/.exec(document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "")?.[1] ?? "dev";

/** Tells the server of an error that nothing caught, without the member's session. */
export function reportError(event: Event): void {
  if (++reports > REPORTS_MAX) return;
  const { reason, error, message } = event as Partial<PromiseRejectionEvent & ErrorEvent>;
  const thrown: unknown = reason ?? error ?? message;
  const source = thrown instanceof Error ? thrown.stack : undefined;
  const body = {
    page: location.pathname.slice(0, TEXT_MAX),
    release,
    message: String(thrown).slice(0, TEXT_MAX),
    ...(source && { source: source.slice(0, TEXT_MAX) }),
  };
  send(contract.browserErrors.report, { body }, null).catch(() => {});
}
