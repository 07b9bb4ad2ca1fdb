import type { QueryClient, QueryKey } from "@tanstack/react-query";

interface Identified {
  id: number;
}

/** Adds or replaces a record in the fetched list. */
export function putRecord(client: QueryClient, key: QueryKey, record: Identified): void {
  client.setQueryData<Identified[]>(key, (list) => {
    if (!list) return list;
    const index = list.findIndex(({ id }) => id === record.id);
    return index < 0 ? [...list, record] : list.with(index, record);
  });
}

export function dropRecord(client: QueryClient, key: QueryKey, gone: number): void {
  client.setQueryData<Identified[]>(key, (list) => list?.filter(({ id }) => id !== gone));
}
