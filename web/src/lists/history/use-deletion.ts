import { contract } from "@manabiya/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { HistoryCard } from "../../api/answers.ts";
import { useWrite } from "../../api/calls.ts";
import type { Paged } from "../../catalogue/list/use-video-list.ts";

/** The entries to delete after confirmation. */
export type Deletion = readonly number[] | "all";

/** * The steps of a deletion: request, confirmation, result. @param onDone called after the deletion */
export function useDeletion(onDone: () => void) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Deletion | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const { mutate, isPending, isError, reset } = useWrite(contract.history.remove);

  function ask(deletion: Deletion): void {
    setMessage(null);
    setAsked(deletion);
  }

  function close(): void {
    setAsked(null);
    reset();
  }

  function confirm(): void {
    if (asked === null) return;
    mutate(asked === "all" ? {} : { body: { video_ids: [...asked] } }, {
      onSuccess: ({ message }) => {
        hideDeleted(client, asked);
        close();
        setMessage(message);
        onDone();
      },
    });
  }

  return { asked, ask, close, confirm, isPending, isError, message, forgetMessage: () => setMessage(null) };
}

/** Hides deleted entries until the list is fetched again. Unlike setQueryData this keeps the query stale. */
function hideDeleted(client: QueryClient, deletion: Deletion): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [contract.history.list.url] })) {
    const list = query.state.data as Paged<HistoryCard> | undefined;
    if (list) query.setState({ data: without(list, deletion) });
  }
}

function without(list: Paged<HistoryCard>, deletion: Deletion): Paged<HistoryCard> {
  if (deletion === "all") return { ...list, results: [], count: 0 };
  const results = list.results.filter(({ id }) => !deletion.includes(id));
  return { ...list, results, count: list.count - deletion.length };
}
