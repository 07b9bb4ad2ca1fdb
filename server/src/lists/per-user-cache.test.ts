import { contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createApp } from "../app.ts";
import type { PagedResult } from "../http/paging.ts";
import { createCategory, createNotice, createPlaylist, createUser, createVideo } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { purgeVideos } from "../catalogue/videos/purge.ts";

const t = useTestApp();

/** Another process on the same database, with a cache of its own. */
let other: TestedApp;
type TestedApp = Awaited<ReturnType<typeof createApp>>;
let userId: number;
let headers: { authorization: string };
/** Older first. */
let seen: number;
let unseen: number;
/** Both hold the seen video. */
let category: number;
let playlist: number;
let notice: number;

beforeEach(async () => {
  other ??= await createApp(t.deps);
  userId = (await createUser(t.db, t.clock)).id;
  headers = await t.as(userId);
  [seen, unseen] = [(await createVideo(t.db, t.clock)).id, (await createVideo(t.db, t.clock)).id];
  category = (await createCategory(t.db, `分類${seen}`)).id;
  await t.db.query({ text: "update videos set category_ids = $1 where id = $2", values: [[category], seen] });
  playlist = (await createPlaylist(t.db, t.clock, "再生リスト", [seen])).id;
  notice = (await createNotice(t.db, t.clock)).id;
  await watch(seen);
  await readLists();
});

afterAll(() => other?.close());

async function get<T>(app: TestedApp, url: string): Promise<T> {
  const response = await app.inject({ url, headers });
  expect(response.statusCode).toBe(200);
  return response.json<T>();
}

async function change(url: string, id: number, payload?: object): Promise<void> {
  t.clock.advance({ minutes: 1 });
  const path = url.replace(":id", String(id));
  const response = await other.inject({ method: "POST", url: path, headers, ...(payload && { payload }) });
  expect(response.statusCode).toBe(200);
}

const watch = (id: number) => change(contract.videos.progress.url, id);

const flagsOf = ({ id, is_favorite, watch_later, position }: VideoCard) => ({ id, is_favorite, watch_later, position });

/** Every answer that depends on the member's lists; by default from the first process. */
async function readLists(app: TestedApp = t.app) {
  const cards = async (url: string) => (await get<PagedResult<VideoCard>>(app, url)).results.map(flagsOf);
  const home = await get<Home>(app, contract.home.get.url);
  const detail = await get<VideoCard>(app, contract.videos.get.url.replace(":id", String(seen)));
  return {
    favorites: await cards(contract.favorites.list.url),
    watchLater: await cards(contract.watchLater.list.url),
    history: await cards(contract.history.list.url),
    newest: (await cards(contract.search.videos.url)).filter(({ id }) => id === seen || id === unseen),
    homeHistory: home.historyVideos.map(flagsOf),
    homeNew: home.newVideos.map(flagsOf).filter(({ id }) => id === seen || id === unseen),
    detail: flagsOf(detail),
  };
}

test("reads only the current user and the version when no list changed", async () => {
  const spy = vi.spyOn(t.db, "query");
  await readLists();
  const names = new Set(spy.mock.calls.map(([{ name }]) => name));
  spy.mockRestore();
  expect(names).toEqual(new Set(["catalogue.version", "auth.find-current-users"]));
});

test("shows a favourite that another process added everywhere at once, and its removal too", async () => {
  await change(contract.favorites.toggle.url, seen);
  const after = await readLists();
  expect(after.favorites.map(({ id }) => id)).toEqual([seen]);
  for (const { is_favorite } of [after.detail, ...after.history, ...after.homeHistory]) expect(is_favorite).toBe(true);
  expect(after.newest.map(({ is_favorite }) => is_favorite)).toEqual([false, true]);
  expect(after.homeNew.map(({ is_favorite }) => is_favorite)).toEqual([false, true]);
  await change(contract.favorites.toggle.url, seen);
  const end = await readLists();
  expect(end.favorites).toEqual([]);
  expect(end.detail.is_favorite).toBe(false);
});

test("shows a change of watch later that another process made at once", async () => {
  await change(contract.watchLater.toggle.url, unseen);
  const after = await readLists();
  expect(after.watchLater.map(({ id }) => id)).toEqual([unseen]);
  expect(after.newest.map(({ watch_later }) => watch_later)).toEqual([true, false]);
  await change(contract.watchLater.toggle.url, unseen);
  expect((await readLists()).watchLater).toEqual([]);
});

/** The counts of a video in an answer, wherever it is shown. */
function viewsIn(answer: unknown, id: number): number[] {
  if (typeof answer !== "object" || answer === null) return [];
  const own = "view_count" in answer && "id" in answer && answer.id === id ? [Number(answer.view_count)] : [];
  return [...own, ...Object.values(answer).flatMap((value) => viewsIn(value, id))];
}

test("shows a member's own view at once in every answer with the video, from every process", async () => {
  for (const url of [contract.favorites.toggle.url, contract.watchLater.toggle.url]) await change(url, seen);
  const reads = everyCall.filter(
    ({ route: { method, config } }) =>
      method === "GET" && (config.access === "member" || config.access === "subscriber"),
  );
  const readAll = async (app: TestedApp) => {
    const shown = new Map<string, number[]>();
    for (const { name, route } of reads) {
      const id = { "categories.videos": category, "playlists.get": playlist }[name] ?? seen;
      const { body, statusCode } = await app.inject({ url: route.url.replace(":id", String(id)), headers });
      const views = statusCode === 200 ? viewsIn(JSON.parse(body), seen) : [];
      if (views.length > 0) shown.set(name, views);
    }
    return shown;
  };
  for (const app of [t.app, other]) await readAll(app);
  const url = contract.videos.progress.url.replace(":id", String(seen));
  for (const counting of [t.app, other, t.app]) {
    t.clock.advance({ seconds: 10 });
    const answer = await counting.inject({ method: "POST", url, headers });
    const { view_count } = answer.json<{ view_count: number }>();
    for (const app of [t.app, other]) {
      const shown = await readAll(app);
      expect([...shown.keys()]).toEqual(
        expect.arrayContaining([
          ...["home.get", "videos.get", "search.videos", "categories.videos"],
          ...["playlists.get", "favorites.list", "watchLater.list", "history.list"],
        ]),
      );
      for (const [name, views] of shown) expect(new Set(views), name).toEqual(new Set([view_count]));
    }
  }
});

test("shows a new position at once, although no list is longer", async () => {
  for (const position of [30, 60]) {
    await change(contract.videos.progress.url, seen, { position, duration: 900 });
    const after = await readLists();
    expect(after.detail.position).toBe(position);
    for (const list of [after.history, after.homeHistory])
      expect(list.map((card) => card.position)).toEqual([position]);
  }
});

test("moves a video that is watched again to the top at once, although no list is longer", async () => {
  const order = async () => (await readLists()).history.map(({ id }) => id);
  await watch(unseen);
  expect(await order()).toEqual([unseen, seen]);
  await watch(seen);
  expect(await order()).toEqual([seen, unseen]);
  expect((await readLists()).homeHistory.map(({ id }) => id)).toEqual([seen, unseen]);
});

test("shows an empty history at once after another process deleted it", async () => {
  await change(contract.videos.progress.url, seen, { position: 30, duration: 900 });
  await readLists();
  await other.inject({ method: "DELETE", url: contract.history.remove.url, headers });
  const after = await readLists();
  expect([...after.history, ...after.homeHistory]).toEqual([]);
  expect(after.detail.position).toBeNull();
});

test("removes permanently deleted videos from the lists at once", async () => {
  await change(contract.favorites.toggle.url, unseen);
  await readLists();
  await purgeVideos(t.db, [[unseen]]);
  expect((await readLists()).favorites).toEqual([]);
});

test("shows a favourite at once that a process of the previous release added", async () => {
  const values = [userId, unseen, new Date(t.clock.now()).toISOString()];
  await t.db.query({
    text: `with added as (
             insert into favorites (user_id, video_id, created_at) values ($1, $2, $3) returning user_id)
           insert into member_counts as m (user_id, favorites) select user_id, 1 from added
           on conflict (user_id) do update set favorites = m.favorites + excluded.favorites`,
    values,
  });
  expect((await readLists()).favorites.map(({ id }) => id)).toEqual([unseen]);
});

const NOTES = "notes: no answer that holds them is cached";
const QUESTIONS = "questions: no answer that holds them is cached";
const CERTIFICATES = "certificates: no answer that holds them is cached";
const NO_LIST = "It changes the account, which every request reads from the database.";
const EMAIL_ONLY = "It only queues an email.";
const CARD_PROVIDER = "It needs the card provider, and changes the account only.";

/** Every changing call of members: its body, or the reason why it cannot make a cached answer stale. */
const CHANGING_CALLS: Record<string, { body?: object } | string> = {
  "choices.set": { body: { advertising: false, digest: false } },
  "favorites.toggle": {},
  "watchLater.toggle": {},
  "videos.progress": { body: { position: 40, duration: 900 } },
  "checkout.byInvoice": CARD_PROVIDER,
  "gifts.create": CARD_PROVIDER,
  "gifts.redeem": NO_LIST,
  "history.remove": {},
  "courses.mark": { body: { is_finished: true } },
  "notes.remove": NOTES,
  "notes.write": NOTES,
  "certificates.issue": CERTIFICATES,
  "questions.ask": QUESTIONS,
  "questions.correct": QUESTIONS,
  "questions.setPicture": QUESTIONS,
  "questions.withdraw": QUESTIONS,
  "questions.want": QUESTIONS,
  "questions.report": QUESTIONS,
  "notices.read": {},
  "notices.readAll": {},
  "emailVerification.send": EMAIL_ONLY,
  "profile.changePassword": NO_LIST,
  "profile.endOtherSessions": NO_LIST,
  "profile.endSession": NO_LIST,
  "profile.remove": NO_LIST,
  "profile.update": NO_LIST,
  "providers.change": NO_LIST,
  "secondFactor.confirm": NO_LIST,
  "secondFactor.renewRecoveryCodes": NO_LIST,
  "secondFactor.start": NO_LIST,
  "secondFactor.turnOff": NO_LIST,
  "planSchedule.create": CARD_PROVIDER,
  "planSchedule.undo": CARD_PROVIDER,
  "receipts.setName": CARD_PROVIDER,
  "staffInvitation.accept": "staff: rights are read with the session, and stand in no cached answer",
  "subscription.cancel": CARD_PROVIDER,
  "subscription.changePlan": CARD_PROVIDER,
  "subscription.completeChange": CARD_PROVIDER,
  "subscription.create": CARD_PROVIDER,
  "subscription.customerPortal": CARD_PROVIDER,
  "subscription.undoCancel": CARD_PROVIDER,
};

const memberCalls = everyCall.filter(({ route: { config } }) => ["member", "subscriber"].includes(config.access));
const changingCalls = memberCalls.filter(({ route }) => route.method !== "GET");
const reads = memberCalls.filter(({ route }) => route.method === "GET");

const pathOf = (url: string) => {
  const ids: Record<string, number> = { categories: category, playlists: playlist, notices: notice };
  return url.replace(":id", String(ids[url.split("/")[2] ?? ""] ?? seen));
};

/** All reads of members through a process, by name. */
async function callAllReads(app: TestedApp) {
  const answers: Record<string, unknown> = {};
  for (const { name, route } of reads) {
    const response = await app.inject({ url: pathOf(route.url), headers });
    answers[name] = { status: response.statusCode, body: response.body };
  }
  return answers;
}

test("every changing call of members is tested below, or has a reason why not", () => {
  const remedy = "Add the call to CHANGING_CALLS: its body, or the reason why it cannot make a cached answer stale.";
  expect(Object.keys(CHANGING_CALLS).toSorted(), remedy).toEqual(changingCalls.map(({ name }) => name).toSorted());
});

test.each(changingCalls.filter(({ name }) => typeof CHANGING_CALLS[name] === "object"))(
  "shows the effect of $name through another process at once",
  async ({ name, route }) => {
    t.clock.advance({ minutes: 1 });
    const before = await callAllReads(t.app);
    const call = CHANGING_CALLS[name];
    const response = await other.inject({
      method: route.method,
      url: pathOf(route.url),
      headers,
      ...(typeof call === "object" && call.body && { payload: call.body }),
    });
    expect(response.statusCode).toBe(200);
    const after = await callAllReads(t.app);
    expect(after).not.toEqual(before);
    const uncached = await createApp(t.deps);
    const remedy = `stale through another process: does the statement of ${name} include countListChanges()?`;
    expect(after, remedy).toEqual(await callAllReads(uncached));
    await uncached.close();
  },
);
