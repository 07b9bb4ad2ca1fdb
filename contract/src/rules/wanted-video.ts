const PATH = /\/video\/[\w.-]{1,100}/.source;

/** Path of the page of a video, by our own id or by the host's. A stranger may choose it, so it can say nothing else. */
export const VIDEO_PATH = new RegExp(`^${PATH}$`);

/** @returns the path of the video that an address on our site leads to; undefined for other addresses */
export function wantedVideo(address: string): string | undefined {
  return new RegExp(`^${PATH}(?=[?#]|$)`).exec(address)?.[0];
}

/** Characters of a path that waits for a login by a provider. It travels in a cookie, which holds 4,096 bytes. */
export const RETURN_PATH_MAX = 1_000;
