import type { InputOf, OutputOf, Route } from "@manabiya/contract";
import { queryOptions } from "@tanstack/react-query";
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

/** Options for `useQuery(query(contract.home.get))`. The key is [url, input]. */
export function query<R extends Route>(route: R, ...[input]: Arguments<R>) {
  return queryOptions<OutputOf<R>, ApiError>({
    queryKey: [route.url, input ?? null],
    queryFn: async ({ signal }) => (await request(route, input ?? {}, signal)) as OutputOf<R>,
  });
}

/**
 * Options for `useMutation`. A success invalidates all queries, or only those that `changes` names:
 * `mutation(contract.favorites.toggle, { changes: [contract.home.get] })`.
 */
export function mutation<R extends Route>(route: R, options: { changes?: readonly Endpoint[] } = {}) {
  return {
    mutationFn: async (...[input]: Arguments<R>) => (await request(route, input ?? {})) as OutputOf<R>,
    ...(options.changes && { meta: { changes: options.changes.map(({ url }) => url) } }),
  };
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
