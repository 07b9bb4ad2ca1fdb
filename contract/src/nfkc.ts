/**
 * Longer runs of marks: no language has any, and sorting a run takes the square of its length. The two half-width marks of
 * kana become marks. UAX #15 (Stream-Safe Text Format) names the same thirty.
 */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** The form NFKC in linear time: marks of one character after the thirtieth are left out. */
export function nfkc(text: string): string {
  // Decomposed marks can be more than were given, and the result must not change when it is normalised again.
  return withoutLongRuns(withoutLongRuns(text).normalize("NFKC"));
}

const withoutLongRuns = (text: string) => text.replace(LONG_RUN, "$1");
