import { type Route, contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { hasRight, isStaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { hashPassword } from "../src/accounts/passwords/password.ts";
import { createUser, type UserRow } from "./testing/factories.ts";
import { clientAddress } from "./testing/client-address.ts";
import { type FuzzedInput, inputsOf } from "./testing/fuzz/input.ts";
import { requestOf } from "./testing/fuzz/request.ts";
import { createWorld, type Hidden, type World } from "./testing/hidden/world.ts";
import { createRandom } from "./testing/random.ts";
import { type TestApp, useTestApp } from "./testing/test-app.ts";

/** Random inputs per call and role, and random searches per role. `npm run prove -- fuzz` sends more of both. */
const INPUTS = Number(process.env["PROVE_FUZZ_RUNS"] ?? 1);
const SEARCHES = 20 * INPUTS;
// The drill's searches take minutes, and so do the readings of all worlds on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
/** Each also asks for other searches: together they stay below the limit of a member's searches. */
const SEARCHES_A_MINUTE = 50;
const SEED = Number(process.env["PROVE_FUZZ_SEED"] ?? 20_261_123);

const PAID = ["珊瑚礁の観察", "水中撮影 lesson", "潮だまり", "海月"];
const OTHER_PAID = ["火山灰の地層", "鉱物採集 fieldwork", "黒曜石", "柱状節理と断層", "温泉"];
const WITHHELD = ["月食の予告", "流星群 teaser", "星図"];
const OTHER_WITHHELD = ["琥珀の虫", "化石 preview", "恐竜の足跡", "示準"];
/** Of words of all these texts, hidden and shown; the last two in rōmaji. */
const READINGS = [
  "さんごしょう",
  "すいちゅう",
  "かざんばい",
  "おんせん",
  "げっしょく",
  "かせき",
  "こうこく",
  "にゅうもん",
  "kansatsu",
  "shuukyaku",
];

interface Side {
  t: TestApp;
  hidden: Hidden;
}

/** Two databases that differ only in texts and numbers that are hidden from some: from members, or from some staff. */
const PAIRS = {
  everything: [
    { t: useTestApp(), hidden: { paid: PAID, withheld: WITHHELD, seed: 2 } },
    { t: useTestApp(), hidden: { paid: OTHER_PAID, withheld: OTHER_WITHHELD, seed: 5 } },
  ],
  withheld: [
    { t: useTestApp(), hidden: { paid: PAID, withheld: WITHHELD, seed: 2 } },
    { t: useTestApp(), hidden: { paid: PAID, withheld: OTHER_WITHHELD, seed: 5 } },
  ],
  persons: [
    { t: useTestApp(), hidden: { paid: PAID, withheld: WITHHELD, seed: 2 } },
    { t: useTestApp(), hidden: { paid: PAID, withheld: WITHHELD, seed: 2, person: "another" } },
  ],
  money: [
    { t: useTestApp(), hidden: { paid: PAID, withheld: WITHHELD, seed: 2, amount: 1650 } },
    { t: useTestApp(), hidden: { paid: PAID, withheld: WITHHELD, seed: 2, amount: 16_500 } },
  ],
} satisfies Record<string, [Side, Side]>;
type Differing = keyof typeof PAIRS;

/** By application. */
const worlds = new Map<TestApp, World>();
let clients = 0;
let members = 0;

type User = Partial<UserRow>;

interface Role {
  user: ((app: TestApp) => User) | null;
  /** The pair whose databases differ in exactly the data that the role may not see. */
  hidden: Differing;
}

const ROLES: Record<string, Role> = {
  visitor: { user: null, hidden: "everything" },
  inactive: { user: () => ({ subscription_status: "inactive" }), hidden: "everything" },
  "trial ended": {
    user: ({ clock }) => ({ subscription_status: "trial", created_at: clock.daysAgo(8) }),
    hidden: "everything",
  },
  canceled: { user: () => ({ subscription_status: "canceled" }), hidden: "everything" },
  "paid period ended": {
    user: ({ clock }) => ({
      subscription_status: "active",
      cancel_at_period_end: true,
      subscription_end_date: clock.daysAgo(1),
    }),
    hidden: "everything",
  },
  trial: { user: ({ clock }) => ({ subscription_status: "trial", created_at: clock.daysAgo(3) }), hidden: "withheld" },
  active: { user: () => ({ subscription_status: "active" }), hidden: "withheld" },
};

/** They make the calls of staff that their rights open: the access matrix covers the others. */
const STAFF_ROLES: [name: string, rights: { may_see_members: boolean; may_see_money: boolean }, hidden: Differing][] = [
  ["staff", { may_see_members: false, may_see_money: false }, "persons"],
  ["staff who may see money", { may_see_members: false, may_see_money: true }, "persons"],
  ["staff who may see members", { may_see_members: true, may_see_money: false }, "money"],
];

beforeAll(async () => {
  for (const { t, hidden } of Object.values(PAIRS).flat()) worlds.set(t, await createWorld(t, hidden));
});

/** Ids are the same in all worlds. */
const ids = () => worlds.get(PAIRS.everything[0].t) ?? expect.fail();

/** Meaningful inputs: ids of everything, and words of the hidden texts. */
function known(): string[] {
  const { published, withheld, open, playlist, notices } = ids();
  const hostIds = [PAID, OTHER_PAID, WITHHELD, OTHER_WITHHELD].map(([first]) => `${first}-1`);
  const numbers = [...published.slice(0, 3), ...withheld, open, playlist, ...notices].map(String);
  return [...numbers, ...hostIds, "someone@example.com", ...PAID, ...OTHER_PAID];
}

const hash = hashPassword("tomato-soup-41");

async function newMember(t: TestApp, user: User, number: number): Promise<number> {
  const name = `member-${number}`;
  const given = { username: name, email: `${name}@example.com`, password_hash: await hash, ...user };
  const { id } = await createUser(t.db, t.clock, given);
  return id;
}

/** One member per database of the pair. */
type Callers = ReadonlyMap<TestApp, { authorization: string }>;

async function callersOf(
  { user, hidden }: Role,
  create: (t: TestApp, user: User) => Promise<number>,
): Promise<Callers> {
  const callers = new Map<TestApp, { authorization: string }>();
  if (user === null) return callers;
  for (const { t } of PAIRS[hidden]) callers.set(t, await t.as(await create(t, user(t))));
  return callers;
}

/** Random in every answer: ids of sessions and files, tokens, secrets. */
const RANDOM = /[0-9a-f]{8}-[0-9a-f-]{27}|eyJ[\w-]+\.[\w-]+\.[\w-]+|[\w-]{26,}|\b[a-z2-9]{4}(?:-[a-z2-9]{4})+\b/g;

/** No payment provider listens. */
const UNANSWERED: string[] = [
  contract.profile.remove.url,
  contract.gifts.create.url,
  contract.adminCoupons.list.url,
  contract.adminCoupons.end.url,
  contract.adminPayments.list.url,
  contract.adminSales.list.url,
  contract.adminSales.csv.url,
  contract.adminSales.balances.url,
  contract.adminSales.balancesCsv.url,
  contract.adminMemberDesk.close.url,
];

/** All that a caller receives. */
function received({ statusCode, headers, body }: LightMyRequestResponse) {
  const { date: _, ...others } = headers;
  return {
    statusCode,
    headers: JSON.stringify(others).replace(RANDOM, "random"),
    body: body.replace(RANDOM, "random"),
  };
}

/** Sends the same request to both databases. @returns the status */
async function compare(role: Role, route: Route, input: FuzzedInput, callers: Callers): Promise<number> {
  const client = clientAddress(++clients);
  const [one, other] = PAIRS[role.hidden];
  const ask = async (t: TestApp) => {
    const { headers, ...request } = await requestOf(route, input);
    const answer = await t.app.inject({
      ...request,
      headers: { ...headers, ...callers.get(t), "x-forwarded-for": client },
    });
    if (route.url.startsWith("/api/subscription/") || UNANSWERED.includes(route.url)) t.errors.splice(0);
    return received(answer);
  };
  const [a, b] = [await ask(one.t), await ask(other.t)];
  expect(b, `${route.method} ${route.url} ${JSON.stringify(input)}`).toEqual(a);
  return a.statusCode;
}

const isForStaff = ({ config }: Route) => isStaffAccess(config.access);

describe.each(Object.entries(ROLES))("to a user of the role %s", (roleName, role) => {
  /** Reads and refused calls change nothing, so they share a member. */
  let readers: Promise<Callers> | undefined;
  const memberWithLists = () => callersOf(role, (t, user) => (worlds.get(t) ?? expect.fail()).memberWithLists(user));
  const memberWithout = () => {
    const number = ++members;
    return callersOf(role, (t, user) => newMember(t, user, number));
  };

  // Staff's calls refuse all of them before they read anything: one of each kind is enough.
  const calls = everyCall.filter(({ route }) => !isForStaff(route) || ["visitor", "active"].includes(roleName));

  test.each(calls)("$name tells nothing about hidden data", async ({ name, route }) => {
    const callers = await (route.method === "GET" || isForStaff(route)
      ? (readers ??= memberWithLists())
      : name === "history.remove"
        ? memberWithLists()
        : memberWithout());
    // Refused calls read no input.
    const numRuns = isForStaff(route) ? 1 : INPUTS;
    const inputs = fc.sample(inputsOf(route, known()), { seed: SEED, numRuns });
    const plain = [...ids().withheld, ids().open, ...ids().published.slice(0, 1), ...ids().notices.slice(2)];
    for (const id of isForStaff(route) ? [] : route.url.includes(":") ? plain : [0]) {
      const params = { id: String(id), session_id: String(id), video_id: String(id), chapter_id: "1" };
      inputs.push({ params, query: {}, body: undefined, form: false });
    }
    for (const input of inputs) await compare(role, route, input, callers);
  });

  test.runIf(role.user !== null)("no search tells anything about hidden data", async () => {
    const callers = await (readers ??= memberWithLists());
    const number = ++members;
    const subscribers = await callersOf({ user: () => ({}), hidden: role.hidden }, (t, user) =>
      newMember(t, { subscription_status: "active", ...user }, number),
    );
    const random = createRandom(SEED + roleName.length);
    const texts = [
      ...PAID,
      ...OTHER_PAID,
      ...WITHHELD,
      ...OTHER_WITHHELD,
      "はじめての文章 12",
      "広告運用",
      "集客",
      "入門",
    ];
    const word = () => {
      if (random.chance(0.3)) return random.pick(READINGS);
      const text = random.pick(texts);
      const from = random.integer(0, text.length - 1);
      return text.slice(from, from + random.integer(1, text.length));
    };
    let found = 0;
    for (let made = 0; made < SEARCHES; made++) {
      if (made % SEARCHES_A_MINUTE === 0) for (const { t } of PAIRS[role.hidden]) t.clock.advance({ minutes: 1 });
      const query = {
        q: Array.from({ length: random.integer(1, 2) }, word).join(" "),
        type: random.pick(["all", "title", "chapter"]),
        sort: random.pick(["newest", "oldest", "relevance"]),
        page: String(random.integer(1, 2)),
        ...(random.chance(0.3) && { category: String(random.integer(1, 4)) }),
      };
      const input = { params: {}, query, body: undefined, form: false };
      // An answer to a subscriber must not come back to another user.
      if (random.chance(0.5)) {
        const { headers: _, ...request } = await requestOf(contract.search.videos, input);
        for (const [t, headers] of subscribers) {
          await t.app.inject({ ...request, headers });
          const { headers: _, ...typed } = await requestOf(contract.suggestions.list, {
            ...input,
            query: { q: query.q },
          });
          await t.app.inject({ ...typed, headers });
        }
      }
      if ((await compare(role, contract.search.videos, input, callers)) === 200) found++;
      for (const route of [contract.suggestions.list, contract.suggestions.otherSearches]) {
        await compare(role, route, { ...input, query: { q: query.q } }, callers);
      }
    }
    expect(found).toBe(SEARCHES);
  });
});

describe.each(STAFF_ROLES)("to %s", (_name, rights, hidden) => {
  const user = { is_staff: true, is_superuser: false, ...rights };
  const role: Role = { user: () => user, hidden };
  const opened = everyCall.filter(
    ({ route: { config } }) => isStaffAccess(config.access) && hasRight(user, config.access),
  );
  let shared: Promise<Callers> | undefined;

  test.each(opened)("$name tells nothing about hidden data", async ({ route }) => {
    const number = ++members;
    const callers = await (shared ??= callersOf(role, (t, given) => newMember(t, given, number)));
    // The provider's client tries several times.
    const numRuns = UNANSWERED.includes(route.url) ? 1 : INPUTS;
    const inputs = fc.sample(inputsOf(route, known()), { seed: SEED, numRuns });
    const someone = String(ids().someone);
    const body = { reason: "確認", until: "2027-01-31", status: "all", q: "", is_resolved: true };
    inputs.push({ params: { id: someone }, query: {}, body, form: false });
    for (const input of inputs) await compare(role, route, input, callers);
  });
});

test.each<[Differing, User, Route[]]>([
  [
    "persons",
    { may_see_members: true },
    [contract.adminMembers.list, contract.adminMembers.get, contract.adminMails.failed],
  ],
  ["money", { may_see_members: true, may_see_money: true }, [contract.adminMembers.get, contract.adminAlerts.list]],
])("the databases of %s differ: staff with the right get other answers", async (hidden, rights, routes) => {
  const role: Role = { user: () => ({ is_staff: true, ...rights }), hidden };
  const number = ++members;
  const callers = await callersOf(role, (t, user) => newMember(t, user, number));
  const input = { params: { id: String(ids().someone) }, query: {}, body: undefined, form: false };
  for (const route of routes) await expect(compare(role, route, input, callers)).rejects.toThrow("expected");
});

test("an open lesson is in the answer to a visitor, alone", async () => {
  const visitor: Role = { user: null, hidden: "everything" };
  const input = (id: number) => ({ params: { id: String(id) }, query: {}, body: undefined, form: false });
  const { open, published, withheld } = ids();
  expect(await compare(visitor, contract.openLessons.get, input(open), new Map())).toBe(200);
  for (const id of [...published, ...withheld])
    expect(await compare(visitor, contract.openLessons.get, input(id), new Map())).toBe(404);
  const [{ t }] = PAIRS.everything;
  const listed = (await t.app.inject(contract.openLessons.list.url)).json<{ id: number }[]>();
  expect(listed.map(({ id }) => id)).toEqual([open]);
});

test("the databases differ: a user who may see hidden data gets other answers", async () => {
  const role: Role = { user: () => ({ subscription_status: "active" }), hidden: "everything" };
  const number = ++members;
  const callers = await callersOf(role, (t, user) => newMember(t, user, number));
  const input = (query: Record<string, string>, id = 1) => ({
    params: { id: String(id) },
    query,
    body: undefined,
    form: false,
  });
  for (const [route, given] of [
    [contract.search.videos, input({ q: "海月" })],
    [contract.videos.get, input({})],
    [contract.home.get, input({})],
  ] as const) {
    await expect(compare(role, route, given, callers)).rejects.toThrow("expected");
  }
});
