import { contract, type OutputOf } from "@manabiya/contract";
import { useQueryClient } from "@tanstack/react-query";
import { query, useWrite } from "../api/calls.ts";

/**
 * Marks a notice as read at once and tells the server, whose count the bell then shows. A failure marks it as unread
 * again without a message.
 * @returns a function that takes the notice's id
 */
export function useReadNotice(): (id: number) => void {
  const client = useQueryClient();

  function show(id: number, is_read: boolean): void {
    client.setQueriesData<OutputOf<typeof contract.notices.list>>(
      { queryKey: [contract.notices.list.url] },
      (page) =>
        page && {
          ...page,
          results: page.results.map((notice) => (notice.id === id ? { ...notice, is_read } : notice)),
        },
    );
  }

  const { mutate } = useWrite(contract.notices.read, {
    changes: [],
    // In sequence, so that the last count is the newest.
    scope: { id: contract.notices.read.url },
    onMutate: ({ params }) => show(Number(params.id), true),
    onSuccess: ({ count }) => client.setQueryData(query(contract.notices.count).queryKey, { count }),
    onError: (error, { params }) => {
      show(Number(params.id), false);
      console.warn("The notice was not marked as read:", error);
    },
  });
  return (id) => mutate({ params: { id } });
}

/** Marks every notice as read. */
export function useReadAllNotices() {
  return useWrite(contract.notices.readAll, { changes: [contract.notices.list, contract.notices.count] });
}
