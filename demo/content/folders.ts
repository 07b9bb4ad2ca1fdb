import { fileURLToPath } from "node:url";

/** Folder of the clips, `<video_id>.webm`. */
export const clipsFolder = fileURLToPath(new URL("./clips/", import.meta.url));

/** Folder of films in several qualities, `<video_id>-<rung>.mp4`, and what a database keeps of them, `<video_id>.json`. */
export const streamsFolder = fileURLToPath(new URL("./streams/", import.meta.url));

/** Folder of the covers, `<thumbnail>-640.webp` and `<thumbnail>-320.webp`. */
export const thumbnailsFolder = fileURLToPath(new URL("./thumbnails/", import.meta.url));
