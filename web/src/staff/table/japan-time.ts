const JAPAN = 9 * 60 * 60 * 1000;

/** An instant as a `datetime-local` control shows it, by the clock of Japan: "2026-11-21T18:00". */
export function toLocal(instant: string): string {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? "" : new Date(time + JAPAN).toISOString().slice(0, 16);
}

/** What a `datetime-local` control holds, as an instant; null when it holds nothing whole. */
export function fromLocal(local: string): string | null {
  const time = Date.parse(`${local}:00.000+09:00`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
