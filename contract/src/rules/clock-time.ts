import { nfkc } from "../nfkc.ts";

const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;

/**
 * "1:30", "01:30" and "1:02:03", also in full-width digits, as seconds.
 * @returns null for other texts, unlike `parseTimeCode`, which returns 0
 */
export function parseClock(text: string): number | null {
  const match = CLOCK.exec(nfkc(text).trim());
  if (!match) return null;
  const [, hours, minutes, seconds] = match;
  if (hours !== undefined && Number(minutes) > 59) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** 263 → "4:23", 3725 → "1:02:05". */
export function formatClock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(Math.floor(seconds) % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
