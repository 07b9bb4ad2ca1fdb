import { ProgramFailed, runTool } from "./run.ts";

/** A film as it is shown: upright, with square pixels. */
export interface Source {
  path: string;
  width: number;
  height: number;
  /** Pictures a second, as a fraction. */
  rate: [number, number];
  /** Seconds. */
  duration: number;
  /** Of the audio track; 0: the film is silent. */
  channels: number;
  /** Of more brightness than players of H.264 show. */
  isHdr: boolean;
}

interface Stream {
  codec_type: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  channels?: number;
  color_transfer?: string;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}

/** Rates of films whose own one varies. */
const USUAL_RATES = [24, 25, 30, 50, 60];
const RATE_MAX = 60.5;
const HDR = /^(smpte2084|arib-std-b67)$/;

/** @returns null when the file has no picture that ffmpeg can read */
export async function probe(path: string, signal: AbortSignal): Promise<Source | null> {
  let output = "";
  const args = ["-v", "error", "-of", "json", "-show_streams", "-show_format", path];
  try {
    await runTool("ffprobe", args, { signal, onLine: (line) => (output += line) });
  } catch (error) {
    if (error instanceof ProgramFailed) return null;
    throw error;
  }
  const found = JSON.parse(output) as { streams?: Stream[]; format?: { duration?: string } };
  const { streams = [], format } = found;
  const video = streams.find((each) => each.codec_type === "video" && each.disposition?.attached_pic !== 1);
  if (!video?.width || !video.height) return null;
  const [wide = 1, high = 1] = fractionOf(video.sample_aspect_ratio?.replace(":", "/")) ?? [];
  const shape = { width: Math.round((video.width * wide) / high), height: video.height };
  const turned = video.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const isOnItsSide = Math.abs(turned % 180) === 90;
  return {
    path,
    width: isOnItsSide ? shape.height : shape.width,
    height: isOnItsSide ? shape.width : shape.height,
    rate: rateOf(video),
    // A recording of a browser does not say how long it is.
    duration: Number(format?.duration) || (await measureDuration(path, signal)),
    channels: streams.find((each) => each.codec_type === "audio")?.channels ?? 0,
    isHdr: HDR.test(video.color_transfer ?? ""),
  };
}

/** "30000/1001"; null: zero or not known */
function fractionOf(text: string | undefined): [number, number] | null {
  const [above = 0, below = 1] = (text ?? "").split("/").map(Number);
  return above > 0 && below > 0 ? [above, below] : null;
}

/** The least rate that has every picture is the second one for a film of a varying rate, such as a recorded screen. */
function rateOf({ r_frame_rate, avg_frame_rate }: Stream): [number, number] {
  const least = fractionOf(r_frame_rate);
  if (least && least[0] / least[1] <= RATE_MAX) return least;
  const average = fractionOf(avg_frame_rate) ?? [30, 1];
  return [USUAL_RATES.find((rate) => rate * 1.02 >= average[0] / average[1]) ?? 60, 1];
}

async function measureDuration(path: string, signal: AbortSignal): Promise<number> {
  let seconds = 0;
  const args = ["-v", "error", "-i", path, "-c", "copy", "-f", "null", "-progress", "pipe:1", "-nostats", "-"];
  await runTool("ffmpeg", args, { signal, onLine: (line) => (seconds = secondsOf(line) ?? seconds) });
  return seconds;
}

/** @returns the film's second that a line of `-progress` names */
export function secondsOf(line: string): number | null {
  const [, microseconds] = /^out_time_us=(\d+)/.exec(line) ?? [];
  return microseconds === undefined ? null : Number(microseconds) / 1e6;
}
