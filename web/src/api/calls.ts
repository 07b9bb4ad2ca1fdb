import type { InputOf, OutputOf, Route } from "@manabiya/contract";
import {
  queryOptions,
  useMutation,
  type UseMutationOptions,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { ApiError } from "./api-error.ts";
import { type Endpoint, type Input, send } from "./send.ts";
import { withAccess } from "./with-access.ts";

export { ApiError, fieldsOf, sentenceOf } from "./api-error.ts";

/** `params`, `querystring` and `body`; parts that may be undefined are optional. */
type CallInput<R extends Route> = Optional<InputOf<R>>;

type Optional<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

type Arguments<R extends Route> = object extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

/** Calls a route as the signed-in member. An expired access token is renewed once. @throws ApiError */
export async function call<R extends Route>(route: R, ...[input]: Arguments<R>): Promise<OutputOf<R>> {
  return (await request(route, input ?? {})) as OutputOf<R>;
}

/** The options of TanStack Query for a call. The key is [url, input]. */
export function query<R extends Route>(route: R, ...[input]: Arguments<R>) {
  return queryOptions<OutputOf<R>, ApiError>({
    queryKey: [route.url, input ?? null],
    queryFn: async ({ signal }) => (await request(route, input ?? {}, signal)) as OutputOf<R>,
  });
}

type ReadOptions<R extends Route> = Omit<UseQueryOptions<OutputOf<R>, ApiError>, "queryKey" | "queryFn">;

/** Reads a call for a component: `useRead(contract.home.get)`. */
export function useRead<R extends Route>(
  route: R,
  ...[input, options]: [...Arguments<R>, options?: ReadOptions<R>]
): UseQueryResult<OutputOf<R>, ApiError> {
  return useQuery({ ...query(route, ...([input] as Arguments<R>)), ...options });
}

/**
 * Options for `useMutation`. A success invalidates all queries, or only those that `changes` names:
 * `mutation(contract.favorites.toggle, { changes: [contract.home.get] })`.
 */
export function mutation<R extends Route>(route: R, { changes }: { changes?: readonly Endpoint[] | undefined } = {}) {
  return {
    mutationFn: async (input: Arguments<R>[0]) => (await request(route, input ?? {})) as OutputOf<R>,
    ...(changes && { meta: { changes: changes.map(({ url }) => url) } }),
  };
}

interface WriteOptions<R extends Route, Context> extends Omit<
  UseMutationOptions<OutputOf<R>, ApiError, Arguments<R>[0], Context>,
  "mutationFn" | "meta"
> {
  changes?: readonly Endpoint[];
}

/** Makes a call on a press: `useWrite(contract.favorites.toggle, { changes: [contract.home.get] })`, see `mutation`. */
export function useWrite<R extends Route, Context = unknown>(
  route: R,
  { changes, ...options }: WriteOptions<R, Context> = {},
) {
  return useMutation({ ...mutation(route, { changes }), ...options });
}

/** A 401 from these calls is about the typed credentials, not about the session. */
function isAboutSigningIn({ url }: Endpoint): boolean {
  return url.startsWith("/api/auth/");
}

async function request(endpoint: Endpoint, input: Input, signal?: AbortSignal): Promise<unknown> {
  if (isAboutSigningIn(endpoint)) return send(endpoint, input, null, signal);
  const answer = await withAccess((access) => send(endpoint, input, access, signal));
  return endpoint.url === "/api/playlists/" ? listIn(answer) : answer;
}

/** The specification: playlists arrive as a plain array or as an object with results. */
const listIn = (answer: unknown) =>
  typeof answer === "object" && answer !== null && "results" in answer ? answer.results : answer;
