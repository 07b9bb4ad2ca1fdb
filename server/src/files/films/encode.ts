import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { FIRST_SEGMENT, type Quality } from "./ladder.ts";
import { readPlaylist } from "./playlists.ts";
import { type Source, secondsOf } from "./probe.ts";
import { runTool } from "./run.ts";

/** Half of the processors, because other programs of the machine share their caches. */
const THREADS = String(Math.max(1, Math.floor(availableParallelism() / 2)));
/** Loudness of speech for headphones and phones (EBU R128, in LUFS), and what loudnorm cannot measure. */
const LOUDNESS = "I=-16:TP=-1.5:LRA=11";
const SILENCE = -70;
/** Pictures of the seek bar in one file, and the pixels of each one's longer side. */
const PICTURES_MAX = 150;
const PICTURE = 160;
const COLUMNS = 10;
/** Seconds between two of them, at least. */
const PICTURES_EVERY = 2;

export interface Encoding {
  source: Source;
  /** Of the results. */
  folder: string;
  signal: AbortSignal;
  /** Receives the part that is done, from 0 to 1. */
  onProgress: (part: number) => void;
}

/** The names of the results in the folder. */
export const FILE = "film.mp4";
export const PICTURES = "pictures.jpg";
export const POSTER = "poster.png";

/** Maps wide brightness and colours to those that every screen shows. */
const TO_SDR =
  "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,";

/** One file of fragmented MP4, and the playlist of its byte ranges. */
export async function encodePicture(encoding: Encoding, quality: Quality) {
  const { source } = encoding;
  const { width, height, rate, group, firstGroup, maxrate } = quality;
  // A constant rate from the first instant on.
  const filter = `fps=${rate.join("/")}:start_time=0,${source.isHdr ? TO_SDR : ""}scale=${width}:${height},setsar=1,format=yuv420p`;
  return segment(encoding, [
    ...["-map", "0:V:0", "-vf", filter, "-c:v", "libx264", "-profile:v", "high", "-preset", "veryfast", "-crf", "23"],
    ...["-maxrate", String(maxrate), "-bufsize", String(maxrate * 2), "-threads", THREADS],
    // Players that ignore edit lists would show pictures of two directions later than the sound.
    ...["-bf", "0", "-g", String(group), "-keyint_min", String(group), "-sc_threshold", "0"],
    ...["-force_key_frames", `expr:eq(n,${firstGroup})`],
    // Shorter than the groups, so that a segment ends at every key picture.
    ...["-hls_time", String(FIRST_SEGMENT - 0.1)],
  ]);
}

/** The same of the sound alone, with an even loudness. */
export async function encodeSound(encoding: Encoding) {
  const { source, onProgress } = encoding;
  const measuring = { ...encoding, onProgress: (part: number) => onProgress(part / 3) };
  const measure = ["-map", "0:a:0", "-af", `loudnorm=${LOUDNESS}:print_format=json`, "-f", "null", "-"];
  const measured = await convert(measuring, source.path, measure);
  const encoded = { ...encoding, onProgress: (part: number) => onProgress((1 + 2 * part) / 3) };
  // Players would wait for sound where it ends long before the pictures.
  const silence = `apad=whole_dur=${Math.max(1, source.duration)}`;
  const filter = ["aresample=async=1:first_pts=0", ...loudnorm(measured), "aresample=48000", silence].join(",");
  const channels = Math.min(2, source.channels);
  return segment(encoded, [
    ...["-map", "0:a:0", "-af", filter, "-c:a", "aac", "-ac", String(channels), "-b:a", channels === 1 ? "64k" : "96k"],
    ...["-hls_time", String(FIRST_SEGMENT)],
  ]);
}

async function segment(encoding: Encoding, output: string[]) {
  const file = join(encoding.folder, FILE);
  const playlist = join(encoding.folder, "film.m3u8");
  await convert(encoding, encoding.source.path, [
    ...[...output, "-f", "hls", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"],
    ...["-hls_flags", "single_file+independent_segments", "-hls_segment_filename", file, playlist],
  ]);
  return readPlaylist(await readFile(playlist, "utf8"), FILE);
}

/** @param messages of ffmpeg, which end with the measured values @returns the filter; none for silence */
function loudnorm(messages: string): string[] {
  const values = JSON.parse(/\{[^{}]*\}\s*$/.exec(messages)?.[0] ?? "{}") as Record<string, string>;
  const { input_i, input_tp, input_lra, input_thresh, target_offset } = values;
  if (!(Number(input_i) > SILENCE) || !Number.isFinite(Number(input_tp))) return [];
  return [
    `loudnorm=${LOUDNESS}:linear=true:measured_I=${input_i}:measured_TP=${input_tp}:measured_LRA=${input_lra}:measured_thresh=${input_thresh}:offset=${target_offset}`,
  ];
}

/** One file with small pictures for the seek bar. @param path a file of the lowest quality, which is read fast */
export async function encodePictures(encoding: Encoding, path: string) {
  const { source, folder } = encoding;
  const every = Math.max(PICTURES_EVERY, Math.ceil(source.duration / PICTURES_MAX));
  const scale = PICTURE / Math.max(source.width, source.height);
  const size = (pixels: number) => Math.max(2, Math.round(pixels * scale));
  const grid = { every, columns: COLUMNS, width: size(source.width), height: size(source.height) };
  const rows = Math.ceil(Math.ceil(source.duration / every) / COLUMNS);
  // Rounded up: the picture that is shown at its instant.
  const filter = `fps=1/${every}:start_time=0:round=up,scale=${grid.width}:${grid.height},tile=${COLUMNS}x${rows}`;
  const output = ["-vf", filter, "-frames:v", "1", "-q:v", "5", "-pix_fmt", "yuvj420p", join(folder, PICTURES)];
  await convert(encoding, path, output);
  return grid;
}

/** A picture of the film from after its beginning. */
export async function encodePoster(encoding: Encoding): Promise<void> {
  const { source, folder } = encoding;
  const start = String(Math.floor(source.duration / 10));
  await convert(encoding, source.path, ["-vf", "thumbnail=50", "-frames:v", "1", join(folder, POSTER)], ["-ss", start]);
}

/** @returns ffmpeg's messages */
async function convert({ source, signal, onProgress }: Encoding, path: string, output: string[], input: string[] = []) {
  const args = ["-hide_banner", "-nostats", "-nostdin", "-y", "-progress", "pipe:1", "-filter_threads", "1"];
  const onLine = (line: string) => {
    const seconds = secondsOf(line);
    if (seconds !== null) onProgress(Math.min(1, seconds / Math.max(1, source.duration)));
  };
  const all = [...args, ...input, "-threads", THREADS, "-i", path, "-map_metadata", "-1", "-sn", "-dn", ...output];
  return runTool("ffmpeg", all, { signal, onLine });
}
