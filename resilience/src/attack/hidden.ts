/** A word in a description that only members with access may read. */
export const HIDDEN = "aikotoba-q7zk";

/** A video file. */
export const CLIP = "attacked.webm";
