/** The list with one of its members at another place; places beyond the ends are the ends. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const place = Math.max(0, Math.min(list.length - 1, to));
  const moved = list[from];
  if (moved === undefined || place === from) return [...list];
  return list.toSpliced(from, 1).toSpliced(place, 0, moved);
}
