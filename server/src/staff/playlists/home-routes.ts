import { contract } from "@manabiya/contract";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import type { HomeCuration } from "@manabiya/contract/catalogue/home-curation.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { composeHome, idsOf, NEWCOMERS_GOAL, presentHome } from "../../catalogue/home/compose.ts";
import { type Choice, curationOf, readChoice } from "../../catalogue/home/curation.ts";
import { readNewest } from "../../catalogue/home/queries.ts";
import { listCandidates } from "../../catalogue/home/recommendations.ts";
import { newestOfAll } from "../../catalogue/videos/newest.ts";
import { thumbnailAddress } from "../../catalogue/videos/rows.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { validationError } from "../../errors/app-error.ts";
import { editRecord } from "../edit-record.ts";
import * as queries from "./home-queries.ts";
import { lockPlaylist } from "./queries.ts";

/** The sample member's history, by index among the newest: two videos that home shows as new, and two older ones. */
const SAMPLE_HISTORY = [0, 8, 1, 9];

export function homeCurationRoutes(context: StaffContext): void {
  const { app, db, catalogue, now } = context;
  const { get, update, preview } = contract.adminHome;

  async function present(reads: Database, choice: Choice & { revision: number }): Promise<HomeCuration> {
    const pinned = await queries.listPinned(reads, [choice.pinned]);
    return {
      revision: choice.revision,
      pinned: pinned.map((video) => ({ ...video, thumbnail: thumbnailAddress(video.thumbnail) })),
      newcomers_playlist: choice.newcomers_playlist,
    };
  }

  app.answer(get, async () =>
    present(db, (await readChoice(db, []))[0] ?? { pinned: [], newcomers_playlist: null, revision: 1 }),
  );

  app.answer(update, async ({ body: { revision, ...choice }, currentUser }) => {
    const { after } = await editRecord(context, {
      label: "ホーム",
      lock: async (tx) => {
        // The deletion of a playlist locks it first, too.
        await requirePlaylist(tx, choice.newcomers_playlist);
        return queries.lockCuration(tx, []);
      },
      present: (record) => present(db, record),
      // The search index has no pins.
      findVideos: () => [],
      audit: { by: currentUser.id, action: "home.update" },
      revision,
      // Deleted videos are left out.
      desired: async (_, tx) => {
        const pinned = await queries.listPinned(tx, [[...new Set(choice.pinned)]]);
        return { ...choice, pinned: pinned.map(({ id }) => id) };
      },
    });
    return present(db, after);
  });

  app.answer(preview, async ({ body, currentUser }) => ({
    newcomer: await sample(body, currentUser, []),
    regular: await sample(body, currentUser, SAMPLE_HISTORY),
  }));

  /** @param history as SAMPLE_HISTORY; a member with one has finished the newcomers' lessons */
  async function sample(choice: Choice, currentUser: CurrentUser, history: number[]): Promise<Home> {
    const cache = await catalogue.current();
    const at = new Date(now()).toISOString();
    const curation = await curationOf(cache.reads, choice, at);
    const newest = await readNewest(cache, at);
    const all = await newestOfAll(cache, at);
    const seen = history.flatMap((index) => all[index] ?? []);
    const watched = seen.map(({ id }) => id);
    const liked = new Map(seen.flatMap(({ category_ids }) => category_ids.map((category) => [category, 1] as const)));
    const taken = [...newest, ...watched];
    const lists = composeHome(curation, {
      newest,
      watched,
      finished: seen.length === 0 ? [] : curation.lessons.slice(0, NEWCOMERS_GOAL),
      next: null,
      recommended: await listCandidates({ cache, at, taken }, liked),
    });
    // The samples have none of the flags of the member of staff.
    const cards = await cache.getCards(idsOf(lists), currentUser, Promise.resolve(new Map()));
    const fields = (id: number) => cards.fields(id);
    return presentHome(lists, (wanted) => wanted.flatMap((id) => fields(id) ?? []), fields);
  }
}

/** @throws validation error */
async function requirePlaylist(tx: Database, id: number | null): Promise<void> {
  if (id === null || (await lockPlaylist(tx, [id])).length > 0) return;
  throw validationError({ newcomers_playlist: ["再生リストが見つかりません。"] });
}
