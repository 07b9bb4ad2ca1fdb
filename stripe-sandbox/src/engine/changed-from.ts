/** The values before of the fields that change: `previous_attributes` of an event. Null: nothing changes. */
export function changedFrom<T extends object>(
  before: T,
  changes: Partial<T>,
): Record<string, unknown> | null {
  const previous: Record<string, unknown> = {};
  for (const key of Object.keys(changes) as (keyof T & string)[]) {
    if (JSON.stringify(before[key]) !== JSON.stringify(changes[key])) previous[key] = before[key];
  }
  return Object.keys(previous).length === 0 ? null : previous;
}
