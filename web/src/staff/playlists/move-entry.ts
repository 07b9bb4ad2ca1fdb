/** @returns the list with the entry at `from` moved to `to`, which is clamped to the list's ends */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const index = Math.max(0, Math.min(list.length - 1, to));
  const moved = list[from];
  if (moved === undefined || index === from) return [...list];
  return list.toSpliced(from, 1).toSpliced(index, 0, moved);
}
