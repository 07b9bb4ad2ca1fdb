import type { QueryClient, QueryKey } from "@tanstack/react-query";

interface Identified {
  id: number;
}

/** Puts a new or changed record into a list that was fetched, so that it is seen before the list comes again. */
export function putRecord(client: QueryClient, key: QueryKey, record: Identified): void {
  client.setQueryData<Identified[]>(key, (list) => {
    if (!list) return list;
    const place = list.findIndex(({ id }) => id === record.id);
    return place < 0 ? [...list, record] : list.with(place, record);
  });
}

/** Takes a record out of a list that was fetched. */
export function dropRecord(client: QueryClient, key: QueryKey, gone: number): void {
  client.setQueryData<Identified[]>(key, (list) => list?.filter(({ id }) => id !== gone));
}
