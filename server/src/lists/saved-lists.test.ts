import { contract } from "@manabiya/contract";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { bumpCatalogue } from "../catalogue/cache/version.ts";
import type { PagedResult } from "../http/paging.ts";
import { createUser, createVideo } from "../../test/testing/factories.ts";
import { countersOf, rowsOf } from "../../test/testing/member-counts.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

const LISTS = [
  { name: "favourites", list: contract.favorites.list, save: contract.favorites.toggle },
  { name: "watch-later", list: contract.watchLater.list, save: contract.watchLater.toggle },
  { name: "history", list: contract.history.list, save: contract.videos.progress },
];

const MAX_LENGTH = 41;
let catalogue: number[];

beforeAll(async () => {
  catalogue = [];
  for (let made = 0; made < MAX_LENGTH; made++) catalogue.push((await createVideo(t.db, t.clock)).id);
});

async function member({ list, save }: (typeof LISTS)[number]) {
  const user = await createUser(t.db, t.clock);
  const headers = await t.as(user.id);
  const page = async (number: number, ordering = "-created_at") => {
    const url = `${list.url}?page=${number}&ordering=${ordering}`;
    const response = await t.app.inject({ url, headers });
    expect(response.statusCode).toBe(200);
    return response.json<PagedResult<VideoCard & { watched_at?: string }>>();
  };
  return {
    user,
    page,
    save: (id: number) => t.app.inject({ method: "POST", url: save.url.replace(":id", String(id)), headers }),
    /** The ids of all pages in order. */
    async all(ordering: string): Promise<number[]> {
      const { count } = await page(1, ordering);
      const pages = Array.from({ length: Math.ceil(count / 20) }, (_, index) => page(index + 1, ordering));
      return (await Promise.all(pages)).flatMap(({ results }) => results.map(({ id }) => id));
    },
  };
}

const change = async (id: number, column: "published_at" | "deleted_at", value: string | null) => {
  await t.db.query({ text: `update videos set ${column} = $2 where id = $1`, values: [id, value] });
  await bumpCatalogue(t.db);
};

describe.each(LISTS)("$name", (which) => {
  test.each([0, 1, 20, 21, 40, MAX_LENGTH])(
    "lists every page of %i entries in order, newest and oldest first, and beyond the end",
    async (length) => {
      const me = await member(which);
      const saved = catalogue.slice(0, length);
      for (const [index, id] of saved.entries()) {
        // Some entries have the same instant and are sorted by the video's id.
        if (index % 3 !== 0) t.clock.advance({ seconds: 1 });
        await me.save(id);
      }
      expect(await me.all("-created_at")).toEqual(saved.toReversed());
      expect(await me.all("created_at")).toEqual(saved);
      const last = Math.ceil(length / 20);
      const address = (page: number) => `${which.list.url}?page=${page}&ordering=-created_at`;
      for (const page of [1, 2, 3, 10_000]) {
        const { results, ...paging } = await me.page(page);
        expect(results).toHaveLength(Math.max(0, Math.min(20, length - (page - 1) * 20)));
        expect(paging).toEqual({
          count: length,
          next: page < last ? address(page + 1) : null,
          previous: page > 1 && last > 0 ? address(Math.min(page - 1, last)) : null,
        });
      }
    },
  );

  test("does not show the entries of another member", async () => {
    const [me, other] = [await member(which), await member(which)];
    await other.save(catalogue[0] ?? 0);
    expect(await me.page(1)).toEqual({ results: [], count: 0, next: null, previous: null });
  });

  test("gives a card the member's flags", async () => {
    const me = await member(which);
    await me.save(catalogue[0] ?? 0);
    const [card] = (await me.page(1)).results;
    expect(card).toMatchObject({
      id: catalogue[0],
      is_favorite: which.name === "favourites",
      watch_later: which.name === "watch-later",
      position: null,
      ...(which.name === "history" && { watched_at: new Date(t.clock.now()).toISOString() }),
    });
  });

  test("neither lists nor counts drafts, scheduled and deleted videos, which return to the same position", async () => {
    const me = await member(which);
    const made = [];
    for (let more = 0; more < 45; more++) {
      const { id } = await createVideo(t.db, t.clock);
      t.clock.advance({ seconds: 1 });
      await me.save(id);
      made.push(id);
    }
    const [draft = 0, scheduled = 0, deleted = 0] = [made[44], made[20], made[2]];
    await change(draft, "published_at", null);
    await change(scheduled, "published_at", t.clock.daysAgo(-1));
    await change(deleted, "deleted_at", t.clock.daysAgo(0));
    const left = made.filter((id) => id !== draft && id !== scheduled && id !== deleted);
    expect((await me.page(1)).count).toBe(42);
    expect(await me.all("-created_at")).toEqual(left.toReversed());
    expect(await me.all("created_at")).toEqual(left);
    for (const id of [draft, scheduled, deleted]) {
      await change(id, "published_at", t.clock.daysAgo(3));
      await change(id, "deleted_at", null);
    }
    expect(await me.all("created_at")).toEqual(made);
  });

  test("returns 400 for an invalid page or ordering", async () => {
    const headers = await t.as((await createUser(t.db, t.clock)).id);
    for (const query of ["page=0", "page=-1", "page=x", "page=10001", "page=1.5", "ordering=title"]) {
      const response = await t.app.inject({ url: `${which.list.url}?${query}`, headers });
      expect(response.statusCode, query).toBe(400);
    }
  });
});

test("a video that is watched again moves to the top of the history, once", async () => {
  const me = await member(LISTS[2] ?? expect.fail());
  const [a = 0, b = 0] = catalogue;
  for (const id of [a, b, a]) {
    t.clock.advance({ minutes: 1 });
    await me.save(id);
  }
  expect(await me.all("-created_at")).toEqual([a, b]);
});

describe("a member's counters equal count(*)", () => {
  test("after parallel toggles of the same and of different videos", async () => {
    const user = await createUser(t.db, t.clock);
    const headers = await t.as(user.id);
    const calls = LISTS.flatMap(({ save }) =>
      catalogue.slice(0, 6).flatMap((id) =>
        [undefined, undefined, true, false].map((desired) => {
          const payload =
            desired === undefined || save === contract.videos.progress
              ? {}
              : { payload: { is_favorite: desired, watch_later: desired } };
          const url = save.url.replace(":id", String(id));
          return () => t.app.inject({ method: "POST", url, headers, ...payload });
        }),
      ),
    );
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all(calls.map((call) => call()));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(await countersOf(t.db, user.id)).toEqual(await rowsOf(t.db, user.id));
    }
  });

  test("after parallel saves of one position, which add one entry", async () => {
    const user = await createUser(t.db, t.clock);
    const headers = await t.as(user.id);
    const url = contract.videos.progress.url.replace(":id", String(catalogue[0]));
    const payload = { position: 5, duration: 60 };
    await Promise.all(Array.from({ length: 8 }, () => t.app.inject({ method: "POST", url, headers, payload })));
    expect(await countersOf(t.db, user.id)).toEqual({ favorites: 0, watch_later: 0, watch_history: 1 });
    expect(await rowsOf(t.db, user.id)).toEqual({ favorites: 0, watch_later: 0, watch_history: 1 });
  });
});
