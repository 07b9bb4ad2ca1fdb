/**
 * The specification writes "-> categories" without saying whether the answer is the list or an object with that field.
 * Both are accepted, and so is a page of a list (decisions/032).
 */
const NAMES: Record<string, string> = {
  "/api/profile/": "profile",
  "/api/subscription/prices/": "prices",
  "/api/videos/:id/": "video",
  "/api/categories/": "categories",
  "/api/tags/": "tags",
  "/api/playlists/": "playlists",
  "/api/playlists/:id/": "playlist",
  "/api/playlists/:id/videos/": "playlist",
  "/api/admin/videos/list/": "videos",
  "/api/admin/videos/:id/chapters-info/": "chapters",
};

/** @returns the answer itself, as our server sends it */
export function unwrap(url: string, answer: unknown): unknown {
  const name = NAMES[url];
  if (name === undefined || typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  const { [name]: named, results } = answer as Record<string, unknown>;
  return named ?? results ?? answer;
}
