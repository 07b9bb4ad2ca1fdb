import type { DataSet } from "../data/sets.ts";
import { Random } from "../data/random.ts";
import type { HttpRequest } from "../load/burst.ts";
import { type Members, PASSWORD } from "./members.ts";
import { commonQueries } from "./queries.ts";

const JSON_HEADERS = { "content-type": "application/json" };

/** Number of different requests of a call, on all connections together. */
const VARIETY = 1_000;
const PAGE_SIZE = 20;
const CONNECTIONS = 32;
/** Hashing is limited to the number of cores; more connections would only queue. */
const LOGIN_CONNECTIONS = 4;

/** A measured request of a member. */
export interface Call {
  name: string;
  requests(members: Members, set: DataSet): HttpRequest[];
  connections?: number;
}

type Make = (random: Random, members: Members, set: DataSet) => HttpRequest;

function call(name: string, make: Make, connections = CONNECTIONS): Call {
  return {
    name,
    connections,
    requests: (members, set) => {
      const random = new Random(name.length);
      return Array.from({ length: VARIETY }, () => make(random, members, set));
    },
  };
}

const anyone = (random: Random, members: Members) => 2 + random.below(members.count - 1);
const anyVideo = (random: Random, set: DataSet) => 1 + random.below(set.videos);

/** A GET by a member other than the one with the longest history. */
const reading = (name: string, path: (random: Random, set: DataSet) => string) =>
  call(name, (random, members, set) => ({
    method: "GET",
    path: path(random, set),
    headers: members.headers(anyone(random, members)),
  }));

const readingFirst = (name: string, path: (set: DataSet) => string) =>
  call(name, (_random, members, set) => ({ method: "GET", path: path(set), headers: members.headers(1) }));

const lastPage = (entries: number) => Math.max(1, Math.ceil(entries / PAGE_SIZE));
const search = (words: string) => `/api/videos/search/?q=${encodeURIComponent(words)}`;

export const CALLS: Call[] = [
  call(
    "login",
    (random, members) => ({
      method: "POST",
      path: "/api/auth/login/",
      headers: JSON_HEADERS,
      body: JSON.stringify({ email: members.email(anyone(random, members)), password: PASSWORD }),
    }),
    LOGIN_CONNECTIONS,
  ),
  call("refresh", (random, members) => ({
    method: "POST",
    path: "/api/auth/token/refresh/",
    headers: JSON_HEADERS,
    body: JSON.stringify({ refresh: members.refreshToken(anyone(random, members)) }),
  })),
  reading("home", () => "/api/home/"),
  reading("new videos, first page", () => "/api/videos/search/"),
  reading("new videos, middle page", (_, set) => `/api/videos/search/?page=${lastPage(set.videos / 2)}`),
  reading("new videos, last page", (_, set) => `/api/videos/search/?page=${lastPage(set.videos)}`),
  reading("category", (random) => `/api/categories/${1 + random.below(42)}/videos/`),
  reading("search, seen before", (random) => search(random.pick(commonQueries()))),
  reading("detail", (random, set) => `/api/videos/${anyVideo(random, set)}/`),
  reading("notice count", () => "/api/notices/count/"),
  reading("favourites", () => "/api/favorites/"),
  reading("history, first page", () => "/api/history/"),
  reading("history, last page", (_, set) => `/api/history/?page=${lastPage(set.history)}`),
  readingFirst("longest history, first page", () => "/api/history/"),
  readingFirst("longest history, middle page", (set) => `/api/history/?page=${lastPage(set.longestHistory / 2)}`),
  readingFirst("longest history, last page", (set) => `/api/history/?page=${lastPage(set.longestHistory)}`),
  call("favourite", (random, members, set) => ({
    method: "POST",
    path: `/api/videos/${anyVideo(random, set)}/favorite/`,
    headers: members.headers(anyone(random, members)),
    body: JSON.stringify({ is_favorite: random.below(2) === 0 }),
  })),
  call("progress", (random, members, set) => ({
    method: "POST",
    path: `/api/videos/${anyVideo(random, set)}/progress/`,
    headers: members.headers(anyone(random, members)),
    body: JSON.stringify({ position: random.below(900), duration: 900 }),
  })),
];

/** Percentage of each call. */
const MIX: Record<string, number> = {
  detail: 35,
  home: 20,
  "new videos, first page": 5,
  category: 5,
  favourites: 5,
  "search, seen before": 15,
  favourite: 5,
  progress: 5,
  "history, first page": 5,
};

/** All calls mixed, in the proportions of an ordinary evening. */
export const mixed: Call = {
  name: "mix",
  requests: (members, set) => {
    const random = new Random(35);
    const shares = Object.entries(MIX).flatMap(([name, share]) =>
      (CALLS.find((call) => call.name === name)?.requests(members, set) ?? []).slice(0, 10 * share),
    );
    return shares
      .map((request) => ({ request, order: random.next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ request }) => request);
  },
};
