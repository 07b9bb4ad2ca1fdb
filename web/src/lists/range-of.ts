interface Range {
  /** Of the whole list. */
  count: number;
  page: number;
  pageSize: number;
  /** On this page. */
  shown: number;
}

/** "48件中 21-40件を表示"; empty when there is nothing. */
export function rangeOf({ count, page, pageSize, shown }: Range): string {
  const first = (page - 1) * pageSize + 1;
  return shown > 0 ? `${count}件中 ${first}-${first + shown - 1}件を表示` : "";
}
