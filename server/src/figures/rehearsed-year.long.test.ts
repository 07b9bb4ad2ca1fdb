import { type OutputOf, contract } from "@manabiya/contract";
import { addDays, countDays, japanDay, startOfJapanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { MemberDay } from "@manabiya/contract/staff/figures.ts";
import { expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../test/testing/account-calls.ts";
import { advance, deliverAll, useBillingApp } from "../../test/testing/billing-app.ts";
import type { Member } from "../../test/testing/billing-types.ts";
import { createUser, createVideo } from "../../test/testing/factories.ts";
import { createHistorySteps } from "../../test/testing/history-steps.ts";
import { createRandom } from "../../test/testing/random.ts";
import { TEST_SECRET } from "../../test/testing/test-app.ts";
import { deriveKey } from "../crypto/keys.ts";
import { createBilling } from "../billing/provider/provider.ts";
import { closeDays } from "./close-days.ts";
import { flushActivity } from "./flush-activity.ts";
import { createMarks } from "../events/search-term.ts";

/** `npm run prove -- figures` sets 365 and a new seed each time. */
const DAYS = Number(process.env["PROVE_FIGURE_DAYS"] ?? 45);
const SEED = Number(process.env["PROVE_FIGURE_SEED"] ?? 1);
const ACTIONS_PER_DAY = 4;

const t = useBillingApp();
const { call } = accountCalls(t);
const random = createRandom(SEED);
const markOf = createMarks(deriveKey(TEST_SECRET, "search-mark"));

/** The test's own books, which the figures must equal. */
interface Person {
  id: number;
  source: string;
  month: string;
  paysYen: number;
  hasPaid: boolean;
}
const people: Person[] = [];
let signedUp = 0;
const days = new Map<string, MemberDay>();
const sources = new Map<string, Map<string, { signups: number; trials: number; first_paid: number }>>();
const cohorts = new Map<string, Map<string, { signups: number; first_paid: number; members: number }>>();
const videos = new Map<string, Map<number, { views: number; watched: number[]; added: number; removed: number }>>();
const searches: { day: string; term: string; mark: number; isMissing: boolean }[] = [];

const today = () => japanDay(t.clock.now());

function inner<K, V>(map: Map<string, Map<K, V>>, day: string, key: K, empty: V): V {
  const inside = map.get(day) ?? new Map<K, V>();
  map.set(day, inside);
  const value = inside.get(key) ?? empty;
  inside.set(key, value);
  return value;
}

const dayOf = (day: string) => {
  const empty = { signups: 0, trials: 0, first_paid: 0, started: 0, ended: 0, members: 0, monthly_revenue: 0 };
  const value = days.get(day) ?? { day, ...empty };
  days.set(day, value);
  return value;
};
const sourceOf = (person: Person) => inner(sources, today(), person.source, { signups: 0, trials: 0, first_paid: 0 });
const cohortOf = (person: Person) => inner(cohorts, today(), person.month, { signups: 0, first_paid: 0, members: 0 });
const videoOf = (id: number) =>
  inner(videos, today(), id, { views: 0, watched: Array<number>(20).fill(0), added: 0, removed: 0 });

/** Books each person's payment by the provider's own subscriptions. */
async function book(): Promise<void> {
  await deliverAll(t);
  const { rows } = await t.db.query<{ id: number; customer_id: string }>({
    text: `select u.id, c.customer_id from users u join stripe_customers c on c.user_id = u.id
            where u.closed_at is null`,
  });
  const paying = new Map(
    rows.map(({ id, customer_id }) => {
      const live = t.sandbox.world.store
        .ofCustomer("subscription", customer_id)
        .filter(({ status }) => ["active", "trialing", "past_due"].includes(status));
      expect(live.length).toBeLessThanOrEqual(1);
      const price = live[0]?.items.data[0]?.price;
      const yen = price?.unit_amount ?? 0;
      return [id, price?.recurring?.interval === "year" ? Math.round(yen / 12) : yen];
    }),
  );
  const day = dayOf(today());
  for (const person of people) {
    const [before, after] = [person.paysYen, paying.get(person.id) ?? 0];
    person.paysYen = after;
    if (before === 0 && after > 0) {
      day.started++;
      cohortOf(person).members++;
      if (!person.hasPaid) {
        day.first_paid++;
        sourceOf(person).first_paid++;
        cohortOf(person).first_paid++;
      }
      person.hasPaid = true;
    } else if (before > 0 && after === 0) {
      day.ended++;
      cohortOf(person).members--;
    }
  }
  day.members = people.filter(({ paysYen }) => paysYen > 0).length;
  day.monthly_revenue = people.reduce((total, { paysYen }) => total + paysYen, 0);
}

async function signUp(): Promise<void> {
  const [given, source] = random.pick([
    ["note", "note"],
    ["Summer Campaign", "summer-campaign"],
    ["google.com", "google.com"],
    ["taro@example.com", ""],
    [undefined, ""],
  ] as const);
  const isTrial = random.chance(0.6);
  const payload = {
    username: "会員",
    email: `person-${++signedUp}@example.com`,
    password: PASSWORD,
    password2: PASSWORD,
    subscription_status: isTrial ? "trial" : "inactive",
    agreedToTerms: true,
    ...(given !== undefined && { source: given }),
  };
  const answer = await call("POST", contract.auth.signup.url, { payload });
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json<OutputOf<typeof contract.auth.signup>>().user;
  const person = { id, source, month: today().slice(0, 7), paysYen: 0, hasPaid: false };
  people.push(person);
  dayOf(today()).signups++;
  sourceOf(person).signups++;
  cohortOf(person).signups++;
  if (!isTrial) return;
  dayOf(today()).trials++;
  sourceOf(person).trials++;
}

const asPerson = async (method: string, url: string, { id }: Pick<Person, "id">, payload?: object) =>
  call(method as "GET" | "POST" | "PUT", url, { headers: await t.as(id), ...(payload && { payload }) });

const counts: Record<string, number> = {};
const { steps } = createHistorySteps(t, {
  random,
  billing: () => createBilling({ ...t.deps, log: t.deps.logger }),
  by: () => superuser,
  count: (name) => (counts[name] = (counts[name] ?? 0) + 1),
});

/** Money as in the histories of the billing tests. Refusals are answers. */
const paying = (name: string) => async (person: Person) => {
  const member: Member = {
    id: person.id,
    email: "",
    call: (route, body) => asPerson(route.method, route.url, person, body),
  };
  await steps[name]?.(member);
};

const buy = paying("buy");

async function giveAccess({ id }: Person): Promise<void> {
  const { method, url } = contract.adminMembers.grantAccess;
  const until = addDays(today(), random.integer(1, 60));
  await asPerson(method, url.replace(":id", String(id)), { id: superuser }, { until, reason: "お詫びとして" });
}

async function leave(person: Person): Promise<void> {
  const answer = await asPerson("POST", contract.profile.remove.url, person, { password: PASSWORD });
  expect(answer.statusCode).toBe(200);
  await book();
  people.splice(people.indexOf(person), 1);
}

let catalogue: { id: number; duration: number }[] = [];

async function watch(person: Pick<Person, "id">): Promise<void> {
  const { id, duration } = random.pick(catalogue);
  const url = contract.videos.progress.url.replace(":id", String(id));
  const begun = await asPerson("POST", url, person);
  if (begun.statusCode === 403) return;
  videoOf(id).views++;
  const { rows } = await t.db.query<{ position: number | null }>({
    text: "select position from watch_history where user_id = $1 and video_id = $2",
    values: [person.id, id],
  });
  let position = rows[0]?.position ?? 0;
  for (let report = random.integer(1, 8); report > 0 && position < duration; report--) {
    const hasSkipped = random.chance(0.2);
    const next = Math.min(duration, hasSkipped ? position + 200 : position + 10);
    t.clock.advance({ seconds: 10 });
    await asPerson("POST", url, person, { position: next, duration });
    const { watched } = videoOf(id);
    if (next - position <= 25) {
      for (let part = 0; part < 20; part++) {
        for (let second = position; second < next; second++) {
          if (second >= (part * duration) / 20 && second < ((part + 1) * duration) / 20)
            watched[part] = (watched[part] ?? 0) + 1;
        }
      }
    }
    position = next;
  }
}

async function favorite(person: Person): Promise<void> {
  const { id } = random.pick(catalogue);
  const answer = await asPerson("POST", contract.favorites.toggle.url.replace(":id", String(id)), person);
  if (answer.json<{ is_favorite: boolean }>().is_favorite) videoOf(id).added++;
  else videoOf(id).removed++;
}

async function search(person: Person): Promise<void> {
  const [q, term, isMissing] = random.pick([
    ["動画", "動画", false],
    ["どうが", "どうが", false],
    ["ｻｰﾊﾞｰ", "サーバー", true],
    ["花子 090-1234-5678", null, true],
    [`私だけの言葉${person.id}`, `私だけの言葉${person.id}`, true],
  ] as const);
  await asPerson("GET", `${contract.search.videos.url}?q=${encodeURIComponent(q)}`, person);
  searches.push({ day: today(), term: term ?? "", mark: markOf(person.id), isMissing });
}

/** Ends the contract; sometimes the member begins another on the same day. */
async function end(person: Person): Promise<void> {
  await paying("endedByStaff")(person);
  await book();
  if (random.chance(0.5)) await buy(person);
}

const ACTIONS = [
  ...[signUp, signUp, buy, buy, buy, watch, watch, search, search, favorite, end, giveAccess],
  ...["cancel", "undo", "change", "changeLater", "brokenCard", "brokenCard", "goodCard", "payBill"].map(paying),
  ...["refundByStaff", "refundInDashboard", "dispute", "cancelAtByStaff"].map(paying),
  async (person: Person) => (people.length > 10 ? leave(person) : undefined),
];

/**
 * Keywords are published on the day on which the third mark searched for them, with all their searches until then. Open
 * days count as one, today.
 */
function expectedTerms(first: string, closedUntil: string | null) {
  const published = new Map<string, { day: string; searches: number; without_result: number }[]>();
  let waiting = searches.filter(({ term }) => term !== "");
  const closed = closedUntil === null ? [] : between(first, closedUntil);
  for (const day of [...closed, today()]) {
    const present = waiting.filter((each) => each.day <= day && each.day > addDays(day, -30));
    for (const [term, found] of Map.groupBy(present, (each) => each.term)) {
      if (new Set(found.map(({ mark }) => mark)).size < 3 && !published.has(term)) continue;
      const without_result = found.filter(({ isMissing }) => isMissing).length;
      published.set(term, [...(published.get(term) ?? []), { day, searches: found.length, without_result }]);
      waiting = waiting.filter((each) => each.term !== term || each.day > day);
    }
  }
  return published;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const between = (from: string, to: string) => Array.from({ length: countDays(from, to) }, (_, n) => addDays(from, n));

let superuser: number;

async function read(route: { url: string }, from: string, to: string, id?: number) {
  const url = `${route.url.replace(":id", String(id))}?from=${from}&to=${to}`;
  const answer = await t.app.inject({ url, headers: await t.as(superuser) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
}

const readAll = async (from: string, to: string) => ({
  members: (await read(contract.figures.members, from, to)).json<OutputOf<typeof contract.figures.members>>(),
  videos: (await read(contract.figures.videos, from, to)).json<OutputOf<typeof contract.figures.videos>>().results,
  searches: (await read(contract.figures.searches, from, to)).json<OutputOf<typeof contract.figures.searches>>(),
});

let firstDay: string;

/** Compares every figure of a range with the test's books. */
async function compare(from: string, to: string): Promise<void> {
  const { members, videos: listed, searches: found } = await readAll(from, to);
  const range = between(from, to);
  const stateAt = (day: string) => [...days.values()].findLast((each) => each.day <= day);
  const expectedDay = (day: string) =>
    days.get(day) ?? {
      ...{ day, signups: 0, trials: 0, first_paid: 0, started: 0, ended: 0 },
      members: stateAt(day)?.members ?? 0,
      monthly_revenue: stateAt(day)?.monthly_revenue ?? 0,
    };
  expect(members.days).toEqual(range.map(expectedDay));
  for (const [totals, start, end] of [
    [members.current, from, to],
    [members.previous, addDays(from, -range.length), addDays(from, -1)],
  ] as const) {
    const each = between(start, end).map(expectedDay);
    const before = stateAt(addDays(start, -1))?.members ?? 0;
    const ended = sum(each.map((day) => day.ended));
    expect(totals).toMatchObject({
      signups: sum(each.map((day) => day.signups)),
      first_paid: sum(each.map((day) => day.first_paid)),
      ended,
      members_before: before,
      churn: before === 0 ? null : ended / before,
    });
  }
  const bySource = Object.fromEntries(members.sources.map(({ source, ...counts }) => [source, counts]));
  const names = new Set(range.flatMap((day) => [...(sources.get(day)?.keys() ?? [])]));
  expect(bySource).toEqual(
    Object.fromEntries(
      [...names].map((name) => {
        const each = range.flatMap((day) => sources.get(day)?.get(name) ?? []);
        const total = (key: "signups" | "trials" | "first_paid") => sum(each.map((counts) => counts[key]));
        return [name, { signups: total("signups"), trials: total("trials"), first_paid: total("first_paid") }];
      }),
    ),
  );
  for (const cohort of members.cohorts) {
    const changes = [...cohorts].flatMap(([day, inside]) => {
      const own = inside.get(cohort.month);
      return own && day <= to ? [{ month: day.slice(0, 7), ...own }] : [];
    });
    expect(cohort.signups).toBe(sum(changes.map(({ signups }) => signups)));
    expect(cohort.first_paid).toBe(sum(changes.map(({ first_paid }) => first_paid)));
    expect(cohort.members.at(-1)).toBe(sum(changes.map((change) => change.members)));
    expect(cohort.members[0]).toBe(
      sum(changes.filter(({ month }) => month <= cohort.month).map((change) => change.members)),
    );
  }
  for (const { id } of catalogue) {
    const each = range.flatMap((day) => videos.get(day)?.get(id) ?? []);
    const watched = Array.from({ length: 20 }, (_, part) => sum(each.map((day) => day.watched[part] ?? 0)));
    const expected = {
      views: sum(each.map(({ views }) => views)),
      watch_seconds: sum(watched),
      favorites_added: sum(each.map(({ added }) => added)),
      favorites_removed: sum(each.map(({ removed }) => removed)),
    };
    const detail = (await read(contract.figures.video, from, to, id)).json<OutputOf<typeof contract.figures.video>>();
    expect(detail).toMatchObject({ current: expected, watched });
    if (each.length > 0) expect(listed.find((video) => video.id === id)).toMatchObject(expected);
  }
  const inRange = searches.filter(({ day }) => day >= from && day <= to);
  expect(found.current).toEqual({
    searches: inRange.length,
    without_result: inRange.filter(({ isMissing }) => isMissing).length,
  });
  const terms = [...expectedTerms(firstDay, members.closed_until)].flatMap(([term, published]) => {
    const each = published.filter(({ day }) => day >= from && day <= to);
    if (each.length === 0) return [];
    const total = (key: "searches" | "without_result") => sum(each.map((counts) => counts[key]));
    return [{ term, searches: total("searches"), without_result: total("without_result") }];
  });
  const sorted = (list: { term: string }[]) => list.toSorted((a, b) => (a.term < b.term ? -1 : 1));
  expect(sorted(found.terms)).toEqual(sorted(terms));
  expect(sorted(found.missing)).toEqual(sorted(terms.filter((term) => term.without_result > 0)));
}

/** Moves the clock to so many minutes after midnight in Japan, on the next such time. */
async function moveTo(minutes: number): Promise<void> {
  const at = startOfJapanDay(today()) + minutes * 60_000;
  const target = at > t.clock.now() ? at : at + 86_400_000;
  advance(t, { seconds: (target - t.clock.now()) / 1000 });
}

test("a rehearsed year gives what an independent computation gives, and 退会 changes no closed day", async () => {
  superuser = (await createUser(t.db, t.clock, { is_staff: true, is_superuser: true })).id;
  for (const duration of [100, 400, 601])
    catalogue.push({ id: (await createVideo(t.db, t.clock, { duration })).id, duration });
  firstDay = today();
  await signUp();
  for (let passed = 0; passed < DAYS; passed++) {
    // Actions begin within the last and the first minutes of a day too.
    const times = Array.from({ length: ACTIONS_PER_DAY }, () => random.pick([0, 9, 600, 1260, 1430]));
    for (const minutes of new Set(times.toSorted((a, b) => a - b))) {
      if (startOfJapanDay(today()) + minutes * 60_000 > t.clock.now()) await moveTo(minutes);
      await book();
      await random.pick(ACTIONS)(random.pick(people));
      await book();
      if (random.chance(0.5)) await flushActivity(t.db, t.deps.activity);
    }
    // Staff may always watch. Their searches do not count.
    await watch({ id: superuser });
    await search(random.pick(people.slice(0, 3)));
    const day = today();
    await moveTo(1439.5);
    if (today() === day) await book();
    // Up to six days of downtime, then several processes at once.
    if (random.chance(0.3)) await moveTo(random.pick([11, 30]));
    else await moveTo(5);
    await book();
    await flushActivity(t.db, t.deps.activity);
    if (random.chance(0.4)) await Promise.all([1, 2, 3].map(() => closeDays(t.db, t.clock.now())));
    if (random.chance(0.1)) await compare(addDays(today(), -random.integer(0, passed)), today());
  }
  await flushActivity(t.db, t.deps.activity);
  await compare(firstDay, today());
  await moveTo(60);
  await book();
  await closeDays(t.db, t.clock.now());
  const last = addDays(today(), -1);
  await compare(firstDay, last);
  await compare(addDays(firstDay, 9), addDays(last, -5));
  expect([...days.values()].some(({ ended }) => ended > 0)).toBe(true);
  expect(sum([...days.values()].map(({ first_paid }) => first_paid))).toBeGreaterThan(3);
  console.log("money", counts);

  const before = await readAll(firstDay, last);
  expect(before.searches.terms.length).toBeGreaterThan(1);
  for (const person of [...people]) await leave(person);
  await flushActivity(t.db, t.deps.activity);
  expect(await readAll(firstDay, last)).toEqual(before);
  const { rows } = await t.db.query({ text: "select from membership_changes where user_id is not null" });
  expect(rows).toEqual([]);
}, 3_600_000);
