import * as z from "zod/mini";
import { VideoParams } from "../catalogue/videos.ts";
import { call } from "../route.ts";
import { Message } from "../text.ts";

/**
 * - `none`: never prepared, so that the uploaded file plays
 * - `waiting`: for its turn, or for what `reason` names
 * - `refused`: `reason` says why
 */
export const FilmState = z.enum(["none", "waiting", "preparing", "ready", "refused", "cancelled"]);
export type FilmState = z.infer<typeof FilmState>;

export const FilmReason = z.enum([
  "not-a-film",
  "no-picture",
  "cut",
  "gone",
  "failed",
  "storage_full",
  "storage_unavailable",
]);
export type FilmReason = z.infer<typeof FilmReason>;

/** A stored film, and its preparation in several qualities. */
export const Film = z.object({
  state: FilmState,
  reason: z.nullable(FilmReason),
  /** Whether the server has ffmpeg. */
  is_available: z.boolean(),
  percent: z.int(),
  /** Null: not known yet. */
  seconds_left: z.nullable(z.int()),
  /** Pixels of the picture's shorter side, ascending. */
  qualities: z.array(z.int()),
  has_original: z.boolean(),
  /** 0: not measured. */
  original_bytes: z.int(),
  prepared_bytes: z.int(),
});
export type Film = z.infer<typeof Film>;

/** Of all stored films. */
export const FilmSum = z.object({
  is_available: z.boolean(),
  unprepared: z.int(),
  waiting: z.int(),
  refused: z.int(),
  /** Of prepared films, with their originals. */
  bytes: z.int(),
});
export type FilmSum = z.infer<typeof FilmSum>;

/** 404: the video is no stored file. */
export const adminFilms = {
  get: call("Get the preparation of a video's film", { params: VideoParams, response: { 200: Film } }),
  prepare: call("Prepare a video's film in several qualities", { params: VideoParams, response: { 200: Film } }),
  /** The uploaded file plays again. */
  cancel: call("Cancel the preparation of a film", { params: VideoParams, response: { 200: Film } }),
  sum: call("Count the stored films and their bytes", { response: { 200: FilmSum } }),
  prepareAll: call("Prepare all films that never were", { response: { 200: Message } }),
};
