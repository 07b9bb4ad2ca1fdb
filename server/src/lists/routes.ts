import { contract } from "@manabiya/contract";
import { HistoryCard } from "@manabiya/contract/lists/history.ts";
import * as z from "zod/mini";
import type { CurrentUser } from "../accounts/sessions/current-user.ts";
import { referenceValues } from "../catalogue/videos/reference.ts";
import type { CatalogueContext } from "../catalogue/context.ts";
import { SerializedObject } from "../http/json-writer.ts";
import { awaitListChanges } from "../catalogue/watching/list-changes.ts";
import { listFavorites, listHistory, listWatchLater, type SavedList, type SavedRow } from "./saved-list.ts";
import { removeHistory, setFavorite, setWatchLater } from "./saved-videos.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { type PagedResult, paginate } from "../http/paging.ts";
import type { SerializedCard } from "../catalogue/cache/cards.ts";

export function listRoutes(deps: CatalogueContext): void {
  const { app, db, activity, now } = deps;
  app.answer(
    contract.favorites.list,
    savedListHandler(deps, listFavorites, (card) => card),
  );

  app.answer(contract.favorites.toggle, async ({ params: { id }, body, currentUser }) => {
    const call = { id, currentUser, desired: body?.is_favorite, now: now() };
    const { id: videoId, saved, change } = await setFavorite(db, call);
    activity.favorite(now(), videoId, change);
    return { is_favorite: saved };
  });

  app.answer(
    contract.watchLater.list,
    savedListHandler(deps, listWatchLater, (card) => card),
  );

  app.answer(contract.watchLater.toggle, async ({ params: { id }, body, currentUser }) => {
    const call = { id, currentUser, desired: body?.watch_later, now: now() };
    return { watch_later: (await setWatchLater(db, call)).saved };
  });

  app.answer(
    contract.history.list,
    savedListHandler(deps, listHistory, (card, { saved_at }) => card.with(serializeTime({ watched_at: saved_at }))),
  );

  app.answer(contract.history.remove, async ({ body, currentUser }) => {
    // A report of the player whose answer was lost may still be under way, and its entry would come after the deletion.
    await awaitListChanges(db, [currentUser.id]);
    const [row] = await removeHistory(db, [currentUser.id, ...chosenVideos(body?.video_ids, currentUser, now())]);
    const deleted_count = row?.deleted_count ?? 0;
    const message =
      deleted_count > 0 ? `視聴履歴を${deleted_count}件削除しました。` : "削除する視聴履歴はありませんでした。";
    return { deleted_count, message };
  });
}

/** The numbers and, for a user with access, the ids at the hosts; null: all videos. */
function chosenVideos(
  given: (number | string)[] | undefined,
  currentUser: CurrentUser,
  at: number,
): [number[], string[]] | [null, null] {
  if (given === undefined) return [null, null];
  const references = given.map((id) => referenceValues(String(id), currentUser, at));
  const texts = references.flatMap(([, text], index) =>
    text !== null && typeof given[index] === "string" ? [text] : [],
  );
  return [references.flatMap(([number]) => number ?? []), texts];
}

const serializeTime = SerializedObject.serializer(z.pick(HistoryCard, { watched_at: true }));

interface Request {
  url: string;
  query: { page: number; ordering: "-created_at" | "created_at" };
  currentUser: CurrentUser;
}

/** Answers a page of a member's list; `extend` may add fields of the row to a card. */
function savedListHandler<Card extends VideoCard = VideoCard>(
  { db, catalogue, now }: CatalogueContext,
  { name, open }: SavedList,
  extend: (card: SerializedCard, row: SavedRow) => SerializedObject<Card>,
) {
  const read = open(db);
  return async ({
    url,
    query: { page, ordering },
    currentUser,
  }: Request): Promise<PagedResult<SerializedObject<Card>>> => {
    const cache = await catalogue.current();
    const { count, rows } = await cache.memoizeForUser(currentUser, `${name} ${page} ${ordering}`, () =>
      read({ userId: currentUser.id, page, ordering, hidden: cache.hidden, now: now() }),
    );
    const flags = new Map(rows.map((row) => [row.id, row]));
    const cards = await cache.getCards([...flags.keys()], currentUser, Promise.resolve(flags));
    const results = rows.flatMap((row) => {
      const card = cards.get(row.id);
      return card ? [extend(card, row)] : [];
    });
    return paginate(url, { page, size: PAGE_SIZE, count, results });
  };
}
