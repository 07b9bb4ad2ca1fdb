import { lookYourself } from "../../../billing/check/finding.ts";
import { type Check, line } from "./installation.ts";

/** Seconds. Codes of a second factor hold for 30. */
const DIFFERENCE_MAX = 10;

/** Milliseconds per server. */
const TIMEOUT = 2_000;

/** Asks Stripe, or the bucket, for the date of an answer. */
export const clock: Check = async ({ env: { stripe, s3 } }) => {
  for (const server of [stripe?.apiUrl ?? "https://api.stripe.com", s3?.endpoint ?? ""]) {
    const options = { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) } as const;
    const answer = await fetch(server, options).catch(() => null);
    const seconds = Math.round((Date.now() - Date.parse(answer?.headers.get("date") ?? "")) / 1000);
    if (Number.isNaN(seconds)) continue;
    const detail = `differs by ${seconds} s from ${new URL(server).host}`;
    return [line(Math.abs(seconds) <= DIFFERENCE_MAX, "clock", detail, "NTP on this machine: timedatectl")];
  }
  return [lookYourself("clock", "is it right? No server out there answers", "NTP on this machine: timedatectl")];
};
