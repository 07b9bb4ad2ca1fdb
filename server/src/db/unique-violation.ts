const UNIQUE_VIOLATION = "23505";

/** Whether a statement failed because another row has its value. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION;
}
