import { findFfmpeg } from "../../../files/films/run.ts";
import { type Check, line } from "./installation.ts";

/** Films play without it, as one file. */
export const films: Check = async () => {
  const version = await findFfmpeg();
  const detail = version === null ? "none: films play in one quality, as they were uploaded" : version;
  return [line(version === null ? null : true, "ffmpeg", detail, "apt install ffmpeg, and restart the service")];
};
