import { contract } from "@manabiya/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type Rung, SEARCHES, SUGGESTIONS } from "../limits/declared-limits.ts";
import { AppError } from "../errors/app-error.ts";

interface Options {
  /** Milliseconds. */
  now: () => number;
}

/**
 * Limits the searches of each member, on every route whose query has a search term `q`: a member must not guess
 * hidden texts by thousands of searches. Counted in this process, because a statement per search
 * would cost as much as the search (decisions/028). Register it before the routes.
 */
export const searchLimitPlugin = fp(async (app: FastifyInstance, { now }: Options) => {
  const countSearch = counterOf(SEARCHES, now);
  const countSuggestion = counterOf(SUGGESTIONS, now);

  app.addHook("onRoute", (route) => {
    if (!takesSearchTerm(route.schema?.querystring)) return;
    const count = route.url === contract.suggestions.list.url ? countSuggestion : countSearch;
    route.preHandler = [count, ...[route.preHandler ?? []].flat()];
  });
});

/** @returns a handler that runs before a route's own */
function counterOf(rung: Rung, now: () => number) {
  const counts = new Map<number, number>();
  let endsAt = 0;

  return async (request: FastifyRequest): Promise<void> => {
    const { q } = request.query as { q: string };
    const userId = request.currentUserId();
    if (q === "" || userId === null) return;
    if (now() >= endsAt) {
      counts.clear();
      endsAt = now() + rung.seconds * 1_000;
    }
    const count = (counts.get(userId) ?? 0) + 1;
    if (count > rung.max) throw tooManySearches((endsAt - now()) / 1_000);
    counts.set(userId, count);
  };
}

/** @param schema a zod object, or undefined */
function takesSearchTerm(schema: unknown): boolean {
  return Object.hasOwn((schema as { shape?: object } | undefined)?.shape ?? {}, "q");
}

function tooManySearches(retryAfter: number): AppError {
  return new AppError(
    429,
    "too_many_requests",
    "短い時間に検索が繰り返されたため、検索を一時的に停止しています。1分ほど待ってから、もう一度お試しください。",
    { retryAfter },
  );
}
