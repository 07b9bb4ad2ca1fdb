import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { spokenDuration } from "./duration.ts";

interface ClockTimeProps {
  seconds: number;
  /** As the page shows it. */
  text?: string | undefined;
}

/** A time of a video. Screen readers would read 00:14 as fourteen minutes past midnight. */
export function ClockTime({ seconds, text = formatTimeCode(seconds) }: ClockTimeProps) {
  return (
    <>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{spokenDuration(seconds)}</span>
    </>
  );
}
