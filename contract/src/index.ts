import { auth } from "./auth.ts";
import { categories } from "./categories.ts";
import { favorites } from "./favorites.ts";
import { history } from "./history.ts";
import { home } from "./home.ts";
import { notices } from "./notices.ts";
import { playlists } from "./playlists.ts";
import { profile } from "./profile.ts";
import { search } from "./search.ts";
import { stripe, subscription } from "./subscription.ts";
import { tags } from "./tags.ts";
import { videos } from "./videos.ts";
import { watchLater } from "./watch-later.ts";

/** The calls of the members' API by feature; staff.ts has staff's, account-security.ts those of an account's security. */
export const contract = {
  auth,
  profile,
  subscription,
  stripe,
  home,
  videos,
  search,
  favorites,
  watchLater,
  history,
  categories,
  tags,
  playlists,
  notices,
};

export type { Access, InputOf, OutputOf, Route } from "./route.ts";
