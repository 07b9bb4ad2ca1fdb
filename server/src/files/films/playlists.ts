import type { PictureGrid } from "./encode.ts";
import { SEGMENT } from "./ladder.ts";

/** Stands in a stored playlist for the address of its file, which is signed for each reader. */
const ADDRESS = "{file}";

/** `film_files.details`. */
export type Rung = SoundRung | QualityRung | ({ kind: "pictures" } & PictureGrid);

interface Measured {
  /** Bits a second: the highest of a segment, and the average. */
  bandwidth: number;
  average: number;
}
interface SoundRung extends Measured {
  kind: "audio";
  channels: number;
}
export interface QualityRung extends Measured {
  kind: "video";
  width: number;
  height: number;
  /** Pictures a second. */
  rate: number;
  /** As RFC 6381 names it. */
  codec: string;
}

const SOUND_CODEC = "mp4a.40.2";

/** The first quality of a player that knows nothing of the network, in pixels of the shorter side. */
const FIRST = 480;

/**
 * Joins the short segments of sound after the first one, because each costs a request.
 * @param playlist of one file, as ffmpeg writes it @returns the text to store, and its measures
 */
export function readPlaylist(playlist: string, file: string): Measured & { playlist: string; duration: number } {
  const segments: { seconds: number; bits: number; from: string }[] = [];
  for (const [, length, bytes, from = ""] of playlist.matchAll(/^#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/gm)) {
    const [seconds, bits, last] = [Number(length), Number(bytes) * 8, segments.at(-1)];
    if (last && segments.length > 1 && last.seconds + seconds < SEGMENT + 0.1) {
      last.seconds += seconds;
      last.bits += bits;
    } else segments.push({ seconds, bits, from });
  }
  const duration = segments.reduce((sum, { seconds }) => sum + seconds, 0);
  const bits = segments.reduce((sum, segment) => sum + segment.bits, 0);
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  // Those of neighbours count, too, and not those of short times (RFC 8216, 4.3.4.2).
  const spans = segments.flatMap((each, index) => {
    const next = segments[index + 1];
    return next ? [each, { seconds: each.seconds + next.seconds, bits: each.bits + next.bits }] : [each];
  });
  const counted = spans.filter(({ seconds }) => seconds >= longest * 0.5 && seconds <= longest * 1.5);
  const rates = counted.map((span) => span.bits / span.seconds);
  const average = Math.ceil(bits / duration);
  const bandwidth = Math.max(average, Math.ceil(Math.max(...rates)));
  const [head = ""] = playlist.replace(file, ADDRESS).split("#EXTINF", 1);
  const lines = segments.map((each) => {
    return `#EXTINF:${each.seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${each.bits / 8}@${each.from}\n${ADDRESS}\n`;
  });
  const start = head.replace(/(?<=TARGETDURATION:)\d+/, String(Math.round(longest)));
  return { playlist: `${start}${lines.join("")}#EXT-X-ENDLIST\n`, duration, bandwidth, average };
}

/** @param head the beginning of a file @returns the codec of its H.264 track, such as "avc1.64001f" */
export function pictureCodec(head: Buffer): string {
  const at = head.indexOf("avcC");
  if (at < 0) throw new Error("a prepared film has no H.264 track");
  return `avc1.${head.subarray(at + 5, at + 8).toString("hex")}`;
}

/** The playlist of one file. @param address of the file */
export function filePlaylist(stored: string, address: string): string {
  return stored.replaceAll(ADDRESS, () => address);
}

/** Pixels of the shorter side. */
export const sideOf = ({ width, height }: Pick<QualityRung, "width" | "height">) => Math.min(width, height);

/** The address of a file's playlist beside that of all qualities. */
export const playlistOf = (file: string) => `${file}.m3u8`;

/**
 * The playlist of all qualities, with the sound alone as the last one.
 * @param chosen the shorter side of a quality or "audio", for that one alone; a film without it has all
 */
export function multivariantPlaylist(files: readonly { name: string; rung: Rung }[], chosen: string): string {
  const sound = files.flatMap(({ rung, name }) =>
    rung.kind === "audio" ? [{ rung, address: playlistOf(name) }] : [],
  )[0];
  const qualities = files
    .flatMap(({ rung, name }) => (rung.kind === "video" ? [{ rung, address: playlistOf(name) }] : []))
    .sort((one, other) => sideOf(one.rung) - sideOf(other.rung));
  const first = qualities.findLast(({ rung }) => sideOf(rung) <= FIRST);
  const all = [...(first ? [first] : []), ...qualities.filter((each) => each !== first)];
  const named = all.filter(({ rung }) => String(sideOf(rung)) === chosen);
  const isSoundAlone = chosen === "audio" && sound !== undefined;
  const shown = named.length > 0 ? named : isSoundAlone ? [] : all;
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  if (sound) {
    const { rung, address } = sound;
    const names = `TYPE=AUDIO,GROUP-ID="sound",NAME="音声",LANGUAGE="ja",DEFAULT=YES,AUTOSELECT=YES`;
    lines.push(`#EXT-X-MEDIA:${names},CHANNELS="${rung.channels}",URI="${address}"`);
  }
  const group = sound ? ',AUDIO="sound"' : "";
  for (const { rung, address } of shown) {
    const { bandwidth = 0, average = 0 } = sound?.rung ?? {};
    const codecs = sound ? `${rung.codec},${SOUND_CODEC}` : rung.codec;
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${rung.bandwidth + bandwidth},AVERAGE-BANDWIDTH=${rung.average + average},CODECS="${codecs}",RESOLUTION=${rung.width}x${rung.height},FRAME-RATE=${rung.rate.toFixed(3)}${group}`,
      address,
    );
  }
  if (sound && named.length === 0) {
    const { bandwidth, average } = sound.rung;
    const rates = `BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average}`;
    lines.push(`#EXT-X-STREAM-INF:${rates},CODECS="${SOUND_CODEC}"${group}`, sound.address);
  }
  return `${lines.join("\n")}\n`;
}
