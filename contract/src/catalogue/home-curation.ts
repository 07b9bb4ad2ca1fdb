import * as z from "zod/mini";
import { call } from "../route.ts";
import { edited, Revision } from "../staff/conflict.ts";
import { ManagedVideo } from "../staff/playlists.ts";
import { Home } from "./home.ts";

/** As many as home recommends. */
export const PINNED_MAX = 8;

/** The choices of staff for the home screen. */
export const HomeCuration = z.object({
  revision: z.int(),
  /** In order. Includes drafts and scheduled videos, which members do not see. */
  pinned: z.array(ManagedVideo),
  newcomers_playlist: z.nullable(z.int()),
});
export type HomeCuration = z.infer<typeof HomeCuration>;

const id = (error: string) => z.int({ error }).check(z.minimum(1, { error }), z.maximum(2_147_483_647, { error }));

const choice = {
  /** Ids of videos in order. Deleted videos are left out. */
  pinned: z
    .array(id("動画の指定が正しくありません。"), { error: "動画の指定が正しくありません。" })
    .check(z.maxLength(PINNED_MAX, { error: `固定できる動画は${PINNED_MAX}本までです。` })),
  newcomers_playlist: z.nullable(id("再生リストの指定が正しくありません。")),
};

export const adminHome = {
  get: call("Get the choices for the home screen", { response: { 200: HomeCuration } }),
  update: call("Choose recommended videos and the newcomers' playlist", {
    body: z.object({ ...choice, revision: Revision }),
    response: edited(HomeCuration),
  }),
  /** Stores nothing. */
  preview: call("See the home screen of two sample members under unsaved choices", {
    body: z.object(choice),
    response: { 200: z.object({ newcomer: Home, regular: Home }) },
  }),
};
