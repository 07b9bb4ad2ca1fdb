import { JAPAN } from "@manabiya/contract/rules/japan-day.ts";
/** Milliseconds ahead of UTC. */

/** @returns the value of a `datetime-local` control in Japan time, such as "2026-11-21T18:00" */
export function toLocal(instant: string): string {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? "" : new Date(time + JAPAN).toISOString().slice(0, 16);
}

/** @returns the instant of a `datetime-local` control's value; null if the value is incomplete */
export function fromLocal(local: string): string | null {
  const time = Date.parse(`${local}:00.000+09:00`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
