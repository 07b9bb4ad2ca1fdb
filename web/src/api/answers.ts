import type { contract, OutputOf, Route } from "@manabiya/contract";

/** A field of an answer: `true` stands for the whole value. Arrays are described by their items. */
type Fields = true | { [name: string]: Fields };

type Named<Name extends string> = Record<Name, true>;

type Card = Named<
  | "id"
  | "video_id"
  | "title"
  | "thumbnail"
  | "duration"
  | "created_at"
  | "categories"
  | "tags"
  | "is_favorite"
  | "watch_later"
  | "view_count"
>;
type Video = Card & { detail: Named<"description">; chapters: true; related_videos: Card } & Named<"description">;
type PlaylistFields = Named<"id" | "title" | "description" | "thumbnail" | "video_count">;
type NoticeFields = Named<"id" | "created_at" | "notice_category_display" | "notice_title" | "notice_content">;
type Paged<Item extends Fields> = Named<"count" | "next" | "previous"> & { results: Item };

/** The fields that the product's specification names, for every answer to which this product adds fields. */
interface SpecifiedFields {
  "/api/profile/": Named<
    | "username"
    | "email"
    | "subscription_plan"
    | "subscription_status"
    | "subscription_end_date"
    | "created_at"
    | "is_staff"
    | "is_superuser"
  >;
  "/api/subscription/prices/": Named<"price_type" | "amount">;
  "/api/subscription/change-plan/complete/": Named<"success">;
  "/api/home/": { newVideos: Card; historyVideos: Card; recommendVideos: Card };
  "/api/videos/:id/": Video;
  "/api/videos/search/": Paged<Card>;
  "/api/categories/:id/videos/": Paged<Card>;
  "/api/favorites/": Paged<Card>;
  "/api/watch-later/": Paged<Card>;
  "/api/history/": Paged<Card>;
  "/api/playlists/": PlaylistFields;
  "/api/playlists/:id/": PlaylistFields & { videos: { id: true; video: Named<"video_id" | "title" | "thumbnail"> } };
  "/api/notices/": Paged<NoticeFields>;
}

type Specified<T, F> = F extends true
  ? T
  : T extends readonly (infer Item)[]
    ? Specified<Item, F>[]
    : T extends object
      ? {
          [K in keyof T as K extends keyof F ? K : never]: K extends keyof F ? Specified<T[K], F[K]> : never;
        } & {
          [K in keyof T as K extends keyof F ? never : K]?: T[K];
        }
      : T;

/**
 * The answer of a successful call. Fields that only this product's server sends are optional, because the screens
 * also work with other servers of the specification (decisions/021).
 */
export type AnswerOf<R extends Route> = R["url"] extends keyof SpecifiedFields
  ? Specified<OutputOf<R>, SpecifiedFields[R["url"]]>
  : OutputOf<R>;

export type Profile = AnswerOf<typeof contract.profile.get>;
export type Home = AnswerOf<typeof contract.home.get>;
export type VideoDetail = AnswerOf<typeof contract.videos.get>;
export type VideoCard = AnswerOf<typeof contract.favorites.list>["results"][number];
export type HistoryCard = AnswerOf<typeof contract.history.list>["results"][number];
export type SearchHit = AnswerOf<typeof contract.search.videos>["results"][number];
export type Playlist = AnswerOf<typeof contract.playlists.list>[number];
export type PlaylistDetail = AnswerOf<typeof contract.playlists.get>;
export type Notice = AnswerOf<typeof contract.notices.list>["results"][number];
