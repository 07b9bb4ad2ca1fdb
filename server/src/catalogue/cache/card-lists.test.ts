import { everyCall } from "@manabiya/contract/every-call.ts";
import { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  createCategory,
  createChapter,
  createPlaylist,
  createTag,
  createUser,
  createVideo,
} from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { titleBreaks } from "../phrase-breaks.ts";
import type { SerializedCard } from "./cards.ts";

const t = useTestApp();

/** The paths to the lists of cards in an answer, such as ["results"] or ["videos", "video"]. */
function cardLists(schema: unknown, path: string[] = []): string[][] {
  if (schema instanceof z.ZodMiniOptional) return cardLists(schema._zod.def.innerType, path);
  if (schema instanceof z.ZodMiniArray) {
    const item: unknown = schema._zod.def.element;
    return isCard(item) ? [path] : cardLists(item, path);
  }
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.entries<unknown>(schema.shape).flatMap(([name, field]) =>
    isCard(field) ? [[...path, name]] : cardLists(field, [...path, name]),
  );
}

const isCard = (schema: unknown) =>
  schema instanceof z.ZodMiniObject && Object.keys(VideoCard.shape).every((name) => name in schema.shape);

/** The cards at a path of a parsed answer. */
function cardsAt(answer: unknown, path: string[]): VideoCard[] {
  const [name, ...rest] = path;
  if (Array.isArray(answer)) return answer.flatMap((item) => cardsAt(item, path));
  return name === undefined ? [answer as VideoCard] : cardsAt((answer as Record<string, unknown>)[name], rest);
}

/** Their members are samples, who have no flags. */
const OF_SAMPLES = ["adminHome.preview"];

const ROUTES = everyCall.flatMap(({ name, route }) => {
  const lists = cardLists(route.schema.response[200]);
  return lists.length === 0 || OF_SAMPLES.includes(name) ? [] : [{ name, route, lists }];
});

/** The card's fields without the serializer: one row of JSON from the database. */
async function storedCards(userId: number, mayWatch: boolean): Promise<Map<number, VideoCard>> {
  const { rows } = await t.db.query<{ card: VideoCard }>({
    text: `
      select json_build_object(
        'id', v.id, 'video_id', case when $2::boolean then v.video_id end, 'title', v.title,
        'thumbnail', '/media/thumbnails/' || v.thumbnail || '-640.webp', 'duration', v.duration,
        'created_at', to_char(v.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'categories', array(select json_build_object('id', c.id, 'name', c.name, 'parent', c.parent)
                              from unnest(v.category_ids) with ordinality as i (id, n) join categories c using (id)
                             order by n),
        'tags', array(select json_build_object('id', tag.id, 'name', tag.name)
                        from unnest(v.tag_ids) with ordinality as i (id, n) join tags tag using (id) order by n),
        'view_count', v.view_count,
        'is_favorite', exists (select from favorites f where f.user_id = $1 and f.video_id = v.id),
        'watch_later', exists (select from watch_later w where w.user_id = $1 and w.video_id = v.id),
        'position', (select h.position from watch_history h where h.user_id = $1 and h.video_id = v.id)) as card
        from videos v`,
    values: [userId, mayWatch],
  });
  return new Map(rows.map(({ card }) => [card.id, { ...card, title_breaks: titleBreaks(card.title) }]));
}

const names = Object.keys(VideoCard.shape) as (keyof VideoCard)[];
const cardFields = (card: VideoCard) => Object.fromEntries(names.map((name) => [name, card[name]]));

let ids: { video: number; category: number; playlist: number; unlisted: number };

beforeAll(async () => {
  const parent = await createCategory(t.db, "広告「運用」");
  const child = await createCategory(t.db, "検索 <広告>", parent.id);
  const tags = [await createTag(t.db, '"引用"\\'), await createTag(t.db, "絵文字 👍")];
  const videos = [];
  for (const [index, title] of [
    "一 👍 長い題の切れ目を、確かめる",
    '二 "引用" \\',
    "三 <b>&amp;\n",
    "plain ASCII",
  ].entries()) {
    const video = await createVideo(t.db, t.clock, {
      title,
      thumbnail: index % 2 === 0 ? `picture-${index}` : null,
      duration: index === 1 ? null : 60 + index,
      category_ids: index === 3 ? [] : [child.id, parent.id],
      tag_ids: index === 2 ? [] : tags.map(({ id }) => id),
      published_at: t.clock.daysAgo(index + 1),
      view_count: index * 1000,
    });
    await createChapter(t.db, { video_id: video.id, title: `章 ${title}` });
    videos.push(video.id);
  }
  const playlist = await createPlaylist(t.db, t.clock, "再生リスト", videos);
  await t.db.query({ text: "insert into home_curation values (1, '{}', $1)", values: [playlist.id] });
  const unlisted = await createVideo(t.db, t.clock);
  ids = { video: videos[0] ?? 0, category: parent.id, playlist: playlist.id, unlisted: unlisted.id };
});

/** Finds a chapter of every video, for members who may watch. */
const SEARCH = `?q=${encodeURIComponent("章")}`;

/** A member with every kind of flag. */
async function member(subscription_status: "active" | "inactive", is_staff: boolean) {
  const { id } = await createUser(t.db, t.clock, { subscription_status, is_staff });
  for (const [index, video] of [...(await storedCards(id, true)).keys()].entries()) {
    const values = [id, video];
    if (index !== 1) {
      const text = `insert into watch_history (user_id, video_id, watched_at, position) values ($1, $2, now(), $3)`;
      await t.db.query({ text, values: [...values, index === 0 ? null : index * 10] });
    }
    for (const table of index % 2 === 0 ? ["favorites"] : ["favorites", "watch_later"]) {
      await t.db.query({ text: `insert into ${table} (user_id, video_id, created_at) values ($1, $2, now())`, values });
    }
  }
  const count = (table: string) => `(select count(*) from ${table} where user_id = $1)`;
  await t.db.query({
    text: `insert into member_counts (user_id, favorites, watch_later, watch_history)
           values ($1, ${count("favorites")}, ${count("watch_later")}, ${count("watch_history")})`,
    values: [id],
  });
  return { id, headers: await t.as(id) };
}

test("the contract has lists of cards on these routes", () => {
  expect(
    ROUTES.map(({ name, lists }) => `${name}: ${lists.map((path) => path.join(".")).join(", ")}`).toSorted(),
  ).toEqual([
    "categories.videos: results",
    "favorites.list: results",
    "history.list: results",
    "home.get: newVideos, historyVideos, recommendVideos, next.video",
    "playlistManagement.addVideo: videos.video",
    "playlistManagement.removeVideo: videos.video",
    "playlists.get: videos.video",
    "search.videos: results",
    "videos.get: related_videos",
    "watchLater.list: results",
  ]);
});

describe.each([
  { who: "a subscriber", status: "active" as const, is_staff: false, mayWatch: true },
  { who: "a member without access", status: "inactive" as const, is_staff: false, mayWatch: false },
  { who: "staff without a subscription", status: "inactive" as const, is_staff: true, mayWatch: true },
])("$who", ({ status, is_staff, mayWatch }) => {
  test.each(ROUTES)("$name sends the fields that the database holds", async ({ name, route, lists }) => {
    const { access } = route.config;
    const isAllowed = access === "member" || (access === "subscriber" ? mayWatch : is_staff);
    const { id, headers } = await member(status, is_staff);
    const byArea = { categories: ids.category, playlists: ids.playlist, videos: ids.video };
    const area = Object.entries(byArea).find(([part]) => route.url.includes(`/${part}/:id`));
    const path = route.url.replace(":id", String(area?.[1])).replace(":video_id", String(ids.unlisted));
    const body = route.schema.body && { payload: { video_id: String(ids.unlisted) } };
    // The second answer to the same query comes from the cache.
    const queries = name === "search.videos" ? ["", "", SEARCH, SEARCH] : ["", ""];
    for (const query of route.method === "GET" ? queries : [""]) {
      const call = { method: route.method, url: `${path}${query}`, headers, ...body };
      const response = await t.app.inject(call);
      if (!isAllowed) {
        expect(response.statusCode).toBe(403);
        continue;
      }
      expect(response.statusCode).toBe(200);
      const stored = await storedCards(id, mayWatch);
      const cards = lists.flatMap((list) => cardsAt(response.json(), list));
      if (query === "" || mayWatch) expect(cards.length).toBeGreaterThan(0);
      for (const card of cards) expect(cardFields(card)).toEqual(stored.get(card.id));
    }
  });
});

test("a handler cannot return an edited copy of a cached card", async () => {
  const cards = await cachedCards();
  const card: SerializedCard = cards.get(ids.video) ?? expect.fail();
  // @ts-expect-error A copy of an opaque card is not a card.
  const copy: VideoCard | SerializedCard = { ...card, title: "新しい題名" };
  expect(Object.keys(copy)).toEqual(["title"]);
  // @ts-expect-error An opaque card has no `video_id` to blank.
  card.video_id = null;
  const plain = cards.fields(ids.video) ?? expect.fail();
  plain.title = "新しい題名";
  plain.tags.pop();
  for (const category of plain.categories) category.name = "別名";
  expect(cards.fields(ids.video)).not.toEqual(plain);
});

async function cachedCards() {
  const { CatalogSource } = await import("./catalog-source.ts");
  const source = new CatalogSource(t.db, t.clock.now, 0);
  const rights = {
    subscription_status: "active",
    subscription_end_date: null,
    cancel_at_period_end: false,
    created_at: t.clock.daysAgo(1),
    is_staff: false,
    is_superuser: false,
    may_see_members: false,
    may_see_money: false,
    must_have_second_factor: false,
  } as const;
  const currentUser = { id: 0, username: "", email: "", email_verified_at: null, has_second_factor: false };
  return (await source.current()).getCards(
    [ids.video],
    {
      ...{ ...currentUser, ...rights, subscription_plan: "monthly", access_granted_until: null },
      ...{ session_id: "", provider: null, has_password: true, lists_version: null, plays_until: null },
    },
    Promise.resolve(new Map()),
  );
}
