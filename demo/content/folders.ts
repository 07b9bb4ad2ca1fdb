import { fileURLToPath } from "node:url";

/** Folder of the clips, `<video_id>.webm`. */
export const clipsFolder = fileURLToPath(new URL("./clips/", import.meta.url));

/** Folder of the covers, `<thumbnail>-640.webp` and `<thumbnail>-320.webp`. */
export const thumbnailsFolder = fileURLToPath(new URL("./thumbnails/", import.meta.url));
