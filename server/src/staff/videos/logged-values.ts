const LOGGED_TEXT_MAX = 200;

/** The audit log says what was done. It is no archive of long texts. */
export function truncateTexts(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && value.length > LOGGED_TEXT_MAX
        ? `${value.slice(0, LOGGED_TEXT_MAX)}…`
        : value,
    ]),
  );
}
