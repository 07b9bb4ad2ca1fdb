/** A clock that tests control. Milliseconds since 1970. */
export class Clock {
  ms = Date.parse("2026-11-21T03:00:00.000Z");
  now = (): number => this.ms;
  advance(by: { seconds?: number; minutes?: number; days?: number }): void {
    this.ms += ((by.days ?? 0) * 1440 + (by.minutes ?? 0)) * 60_000 + (by.seconds ?? 0) * 1000;
  }
  /** ISO 8601, so many days before now. */
  daysAgo(days: number): string {
    return new Date(this.ms - days * 86_400_000).toISOString();
  }
}
