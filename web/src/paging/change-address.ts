/** A target for links and `navigate` that changes only the query. */
interface SearchChange {
  search: string;
}

/** The default is left out of the address. */
export function withPage(search: URLSearchParams, page: number): SearchChange {
  return changed(search, { page: page > 1 ? String(page) : null });
}

/** Starts on page 1 again; null removes the parameter. */
export function withFilter(search: URLSearchParams, name: string, value: string | null): SearchChange {
  return changed(search, { [name]: value, page: null });
}

function changed(search: URLSearchParams, changes: Record<string, string | null>): SearchChange {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return { search: next.size > 0 ? `?${next}` : "" };
}
