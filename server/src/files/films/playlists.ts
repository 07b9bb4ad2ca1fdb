import type { Stream } from "@manabiya/contract/catalogue/videos.ts";
import { SEGMENT } from "./ladder.ts";

/** Stands in a stored playlist for the address of its file, which is signed for each reader. */
const ADDRESS = "{file}";

/** `film_files.details`. */
export type Rung = SoundRung | QualityRung | ({ kind: "pictures" } & Omit<NonNullable<Stream["pictures"]>, "url">);

interface Rates {
  /** Bits a second: the highest of a segment, and the average. */
  bandwidth: number;
  average: number;
}
interface SoundRung extends Rates {
  kind: "audio";
  channels: number;
}
export interface QualityRung extends Rates {
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

const sumOf = <Name extends string>(some: readonly Record<Name, number>[], what: Name) =>
  some.reduce((sum, each) => sum + each[what], 0);

/**
 * Joins the short segments of sound after the first one, because each costs a request.
 * @param playlist of one file, as ffmpeg writes it @returns the text to store, and its measures
 */
export function readPlaylist(playlist: string, file: string): { playlist: string; duration: number; rates: Rates } {
  const segments: { seconds: number; bits: number; from: string }[] = [];
  for (const [, length, bytes, from = ""] of playlist.matchAll(/^#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/gm)) {
    const [seconds, bits, last] = [Number(length), Number(bytes) * 8, segments.at(-1)];
    if (last && segments.length > 1 && last.seconds + seconds < SEGMENT + 0.1) {
      last.seconds += seconds;
      last.bits += bits;
    } else segments.push({ seconds, bits, from });
  }
  const rate = (some: typeof segments) => Math.ceil(sumOf(some, "bits") / sumOf(some, "seconds"));
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  // Those of neighbours count, too, and not those of short times (RFC 8216, 4.3.4.2).
  const spans = segments.flatMap((each, index) => [[each], segments.slice(index, index + 2)]);
  const counted = spans.filter((span) => Math.abs(sumOf(span, "seconds") - longest) <= longest * 0.5);
  const average = rate(segments);
  const [head = ""] = playlist.replace(file, ADDRESS).split("#EXTINF", 1);
  const lines = segments.map((each) => {
    return `#EXTINF:${each.seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${each.bits / 8}@${each.from}\n${ADDRESS}\n`;
  });
  const start = head.replace(/(?<=TARGETDURATION:)\d+/, String(Math.round(longest)));
  return {
    playlist: `${start}${lines.join("")}#EXT-X-ENDLIST\n`,
    duration: sumOf(segments, "seconds"),
    rates: { bandwidth: Math.max(average, ...counted.map(rate)), average },
  };
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
  const rungs = files.flatMap(({ rung, name }) =>
    rung.kind === "pictures" ? [] : [{ codec: SOUND_CODEC, ...rung, address: playlistOf(name) }],
  );
  const sound = rungs.filter((each) => each.kind === "audio").slice(0, 1);
  const qualities = rungs.filter((each) => each.kind === "video").sort((one, other) => sideOf(one) - sideOf(other));
  const first = qualities.findLast((each) => sideOf(each) <= FIRST);
  const all = qualities.toSorted((one, other) => Number(other === first) - Number(one === first));
  const named = all.filter((each) => String(sideOf(each)) === chosen);
  const isSoundAlone = named.length === 0 && chosen === "audio" && sound.length > 0;
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  for (const { channels, address } of sound) {
    const names = `TYPE=AUDIO,GROUP-ID="sound",NAME="音声",LANGUAGE="ja",DEFAULT=YES,AUTOSELECT=YES`;
    lines.push(`#EXT-X-MEDIA:${names},CHANNELS="${channels}",URI="${address}"`);
  }
  const group = sound.length > 0 ? ',AUDIO="sound"' : "";
  const offer = (tracks: (Rates & { codec: string })[], shape: string, address: string) => {
    const [bandwidth, average] = [sumOf(tracks, "bandwidth"), sumOf(tracks, "average")];
    const codecs = tracks.map(({ codec }) => codec).join(",");
    const rates = `BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average},CODECS="${codecs}"`;
    lines.push(`#EXT-X-STREAM-INF:${rates}${shape}${group}`, address);
  };
  for (const each of named.length > 0 ? named : isSoundAlone ? [] : all) {
    const { width, height, rate, address } = each;
    offer([each, ...sound], `,RESOLUTION=${width}x${height},FRAME-RATE=${rate.toFixed(3)}`, address);
  }
  if (named.length === 0) for (const each of sound) offer([each], "", each.address);
  return `${lines.join("\n")}\n`;
}
