import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import type { CatalogueContext } from "../catalogue/context.ts";
import type { SerializedObject } from "../http/json-writer.ts";
import type { CurrentUser } from "../accounts/sessions/current-user.ts";
import { type PagedResult, paginate } from "../http/paging.ts";
import type { SerializedCard } from "../catalogue/cache/cards.ts";
import type { SavedList, SavedRow } from "./saved-list.ts";

interface Request {
  url: string;
  query: { page: number; ordering: "-created_at" | "created_at" };
  currentUser: CurrentUser;
}

/** Answers a page of a member's list; `extend` may add fields of the row to a card. */
export function savedListHandler<Card extends VideoCard = VideoCard>(
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
