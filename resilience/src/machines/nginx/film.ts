import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Seconds. */
export const DURATION = 60;

/** A film of several slices: noise cannot be compressed, and keyframes come every second. */
export function makeFilm(folder: string): Buffer<ArrayBuffer> {
  const file = join(folder, "film.webm");
  const source = `testsrc2=size=640x360:rate=15:duration=${DURATION},noise=alls=60:allf=t`;
  const codec = ["-c:v", "libvpx", "-b:v", "2500k", "-deadline", "realtime", "-cpu-used", "8", "-g", "15"];
  execFileSync("ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", source, ...codec, file]);
  const content = readFileSync(file);
  rmSync(file);
  return content;
}
