import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import type { AppContext } from "../http/app-context.ts";
import type { CurrentUser } from "../accounts/sessions/current-user.ts";
import { type PagedResult, paginate } from "../http/paging.ts";
import { loadCards } from "../catalogue/cache/cards.ts";
import type { SavedList, SavedRow } from "./saved-list.ts";
import { presentCard } from "../catalogue/videos/rows.ts";

interface Request {
  url: string;
  query: { page: number; ordering: "-created_at" | "created_at" };
  currentUser: CurrentUser;
}

/** Answers a page of a list that a member keeps; `extend` may add to a card what its row knows. */
export function savedListHandler<Card extends VideoCard = VideoCard>(
  { db, catalogue, now }: AppContext,
  { name, open }: SavedList,
  extend: (card: VideoCard, row: SavedRow) => Card,
) {
  const read = open(db);
  return async ({ url, query, currentUser }: Request): Promise<PagedResult<Card>> => {
    const snapshot = await catalogue.current();
    const { page, ordering } = query;
    const { count, rows } = await snapshot.shareOwn(currentUser, `${name} ${page} ${ordering}`, () =>
      read({ userId: currentUser.id, page, ordering, hidden: snapshot.hidden }),
    );
    const ids = rows.map(({ id }) => id);
    const cards = await loadCards(snapshot, ids, now());
    const mayWatch = canWatch(currentUser, now());
    const results = rows.flatMap((row) => {
      const card = cards.get(row.id);
      return card ? [extend(presentCard(card, row, mayWatch), row)] : [];
    });
    return paginate(url, { page: query.page, size: PAGE_SIZE, count, results });
  };
}
