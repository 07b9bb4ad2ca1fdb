import { MutationCache, type Query, QueryClient } from "@tanstack/react-query";
import { getSession, subscribe } from "../accounts/session/session.ts";
import { ApiError } from "./api-error.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
    mutationMeta: { changes?: readonly string[] };
  }
}

const HALF_A_MINUTE = 30_000;

/** All that we know of the server. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: HALF_A_MINUTE,
      retry: (failures, error) => failures < 1 && isPassing(error),
      retryDelay: 1_000,
      // Being offline is a failure to show, not a reason to wait without a word.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always" },
  },
  mutationCache: new MutationCache({
    onSuccess: (_answer, _input, _context, { meta }) => void invalidate(meta?.changes),
  }),
});

/**
 * The one rule of invalidation: what was fetched before a change is stale after it. An answer that is still on its
 * way may be from before the change: it is dropped, and asked for anew by the screen that shows it.
 * @param urls of the contract; missing: everything
 */
export async function invalidate(urls?: readonly string[]): Promise<void> {
  const predicate = ({ queryKey }: Query) => urls?.includes(String(queryKey[0])) ?? true;
  const onTheirWay = new Set(queryClient.getQueryCache().findAll({ predicate, fetchStatus: "fetching" }));
  await queryClient.cancelQueries({ predicate: (query) => onTheirWay.has(query) });
  await Promise.all([
    queryClient.refetchQueries({ predicate: (query) => onTheirWay.has(query) }),
    queryClient.invalidateQueries({ predicate: (query) => predicate(query) && !onTheirWay.has(query) }),
  ]);
}

let owner = getSession().user?.id;

// What one member fetched is nothing to the next.
subscribe(() => {
  const id = getSession().user?.id;
  if (id !== owner) queryClient.removeQueries();
  owner = id;
});

/** Worth a second try: no answer, or a server in trouble. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === null || error.status >= 500);
}
