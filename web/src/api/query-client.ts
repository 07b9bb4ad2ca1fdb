import { MutationCache, type Query, QueryClient } from "@tanstack/react-query";
import { getSession, subscribe } from "../session/session.ts";
import { ApiError } from "./api-error.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
    mutationMeta: { changes?: readonly string[] };
  }
}

const HALF_A_MINUTE = 30_000;

/** Attempts while the service is away: 25 to 38 seconds, longer than a failover takes. */
export const PATIENCE = 8;

/** Milliseconds. The random part keeps browsers from returning all at once. */
export const pauseAfter = (failures: number) => Math.min(1_000 << failures, 4_000) * (1 + Math.random() / 2);

/** The database is away for a moment, or a proxy finds no server. A provider that is away has a sentence of its own. */
export const isAway = ({ status, body }: ApiError) =>
  status !== null && status > 501 && (body === null || body.type === "unavailable");

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: HALF_A_MINUTE,
      retry: (failures, error) => isTemporary(error) && failures < (isAway(error) ? PATIENCE : 1),
      retryDelay: pauseAfter,
      // Offline must show as a failure instead of an endless wait.
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
 * Data fetched before a change is stale after it. A response in flight may predate the change, so its request is
 * cancelled and repeated.
 * @param urls of the contract; missing: all
 */
export async function invalidate(urls?: readonly string[]): Promise<void> {
  const predicate = ({ queryKey }: Query) => urls?.includes(String(queryKey[0])) ?? true;
  const inFlight = new Set(queryClient.getQueryCache().findAll({ predicate, fetchStatus: "fetching" }));
  await queryClient.cancelQueries({ predicate: (query) => inFlight.has(query) });
  await Promise.all([
    queryClient.refetchQueries({ predicate: (query) => inFlight.has(query) }),
    queryClient.invalidateQueries({ predicate: (query) => predicate(query) && !inFlight.has(query) }),
  ]);
}

let owner = getSession().user?.id;

// The next member must not see data of the previous one.
subscribe(() => {
  const id = getSession().user?.id;
  if (id !== owner) queryClient.removeQueries();
  owner = id;
});

/** True for failures that may be temporary: no connection, or a 5xx. Nobody waits for a second timeout. */
function isTemporary(error: Error): boolean {
  return error instanceof ApiError && !error.hasTimedOut && (error.status === null || error.status >= 500);
}
