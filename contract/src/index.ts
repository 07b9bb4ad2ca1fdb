import { auth } from "./accounts/auth.ts";
import { categories } from "./catalogue/categories.ts";
import { favorites } from "./lists/favorites.ts";
import { history } from "./lists/history.ts";
import { home } from "./catalogue/home.ts";
import { notices } from "./notices/notices.ts";
import { playlists } from "./catalogue/playlists.ts";
import { profile } from "./accounts/profile.ts";
import { search } from "./catalogue/search.ts";
import { stripe, subscription } from "./billing/subscription.ts";
import { tags } from "./catalogue/tags.ts";
import { videos } from "./catalogue/videos.ts";
import { watchLater } from "./lists/watch-later.ts";

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
