interface Range {
  count: number;
  page: number;
  pageSize: number;
  shown: number;
}

/** @returns "48件中 21-40件を表示", or "" without entries */
export function rangeOf({ count, page, pageSize, shown }: Range): string {
  const first = (page - 1) * pageSize + 1;
  return shown > 0 ? `${count}件中 ${first}-${first + shown - 1}件を表示` : "";
}
