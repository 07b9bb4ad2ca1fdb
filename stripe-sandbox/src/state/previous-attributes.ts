/** `previous_attributes` of an event: the former values of the changed fields. @returns null when nothing changes */
export function previousAttributes<T extends object>(before: T, changes: Partial<T>): Record<string, unknown> | null {
  const previous: Record<string, unknown> = {};
  for (const key of Object.keys(changes) as (keyof T & string)[]) {
    if (JSON.stringify(before[key]) !== JSON.stringify(changes[key])) previous[key] = before[key];
  }
  return Object.keys(previous).length === 0 ? null : previous;
}
