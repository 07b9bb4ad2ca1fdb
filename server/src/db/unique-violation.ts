const UNIQUE_VIOLATION = "23505";

/** Whether a statement failed because its value is taken; Drizzle wraps what PostgreSQL said. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code === UNIQUE_VIOLATION || cause?.code === UNIQUE_VIOLATION;
}
