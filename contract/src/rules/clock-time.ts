const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;

/**
 * "1:30", "01:30" and "1:02:03", also in full-width digits, as seconds.
 * @returns null for other texts, unlike `parseTimeCode`, which returns 0
 */
export function parseClock(text: string): number | null {
  const match = CLOCK.exec(text.normalize("NFKC").trim());
  if (!match) return null;
  const [, hours, minutes, seconds] = match;
  if (hours !== undefined && Number(minutes) > 59) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
}
