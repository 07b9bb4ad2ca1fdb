import type { HostVideo } from "../rules/host-video.ts";

/** Whether our own player plays the video, and no frame of its host. */
export const playsHere = (host: HostVideo["host"]): host is "file" | "hls" => host === "file" || host === "hls";
