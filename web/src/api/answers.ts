import type { contract, OutputOf } from "@manabiya/contract";

export type Profile = OutputOf<typeof contract.profile.get>;
export type Home = OutputOf<typeof contract.home.get>;
export type VideoDetail = OutputOf<typeof contract.videos.get>;
export type VideoCard = OutputOf<typeof contract.favorites.list>["results"][number];
export type HistoryCard = OutputOf<typeof contract.history.list>["results"][number];
export type SearchHit = OutputOf<typeof contract.search.videos>["results"][number];
export type Playlist = OutputOf<typeof contract.playlists.list>[number];
export type PlaylistDetail = OutputOf<typeof contract.playlists.get>;
export type Notice = OutputOf<typeof contract.notices.list>["results"][number];
