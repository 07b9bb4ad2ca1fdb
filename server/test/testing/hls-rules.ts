import { execFile } from "node:child_process";
import { open } from "node:fs/promises";
import { promisify } from "node:util";

/** A film in several qualities as a player gets it. */
export interface Ladder {
  multivariant: string;
  /** The playlist at an address. */
  read: (address: string) => string | Promise<string>;
  /** The path of the file at an address. */
  fileAt: (address: string) => string;
}

interface Segment {
  seconds: number;
  from: number;
  bytes: number;
}

interface Media {
  address: string;
  text: string;
  path: string;
  target: number;
  segments: Segment[];
}

interface Variant {
  media: Media;
  bandwidth: number;
  average: number;
  codecs: string;
  /** Empty: the sound alone. */
  size: string;
  rate: number;
}

/** Bits a second of the variant for the slowest networks, at most. */
const SLOW = 192_000;
/** A measured rate and the named one differ by this part at most, as Apple's validator has it. */
const NEAR = 1.1;
/** Seconds of a segment, as Apple recommends them, and pictures a second. */
const SEGMENT = 6;
const RATE_MAX = 60;
/** High profile of H.264 up to level 5.2, and AAC-LC. */
const PICTURE_CODEC = /^avc1\.6400(?:[0-2][\da-f]|3[0-4])$/;
const SOUND_CODEC = "mp4a.40.2";

/**
 * Rules of Apple's "HLS Authoring Specification" and of RFC 8216 that a ladder breaks, without a look at its pictures.
 * decisions/091 says which of Apple's recommendations are not kept.
 */
export async function brokenRules(ladder: Ladder): Promise<string[]> {
  const { multivariant } = ladder;
  const broken: string[] = [];
  const must = (holds: boolean, rule: string) => void (holds || broken.push(rule));
  const { sound, variants } = await partsOf(ladder);
  must(multivariant.startsWith("#EXTM3U\n"), "a playlist begins with #EXTM3U");
  must(Number(/^#EXT-X-VERSION:(\d+)$/m.exec(multivariant)?.[1]) >= 6, "fragmented MP4 needs version 6");
  must(/^#EXT-X-INDEPENDENT-SEGMENTS$/m.test(multivariant), "segments are said to be independent");
  must(variants.length > 0, "there is a variant");
  if (sound) {
    const names = /^#EXT-X-MEDIA:(.*)$/m.exec(multivariant)?.[1] ?? "";
    for (const name of ["GROUP-ID", "NAME", "LANGUAGE", "CHANNELS", "DEFAULT", "AUTOSELECT"]) {
      must(names.includes(`${name}=`), `the sound has ${name}`);
    }
  }
  for (const { media, bandwidth, average, codecs, size, rate } of variants) {
    const name = size || "sound";
    const [first = "", ...others] = codecs.split(",");
    must(size === "" || PICTURE_CODEC.test(first), `${name}: its codec of pictures is named`);
    must(
      (size === "" ? [first] : others).join() === (sound ? SOUND_CODEC : ""),
      `${name}: its codec of sound is named`,
    );
    must(size === "" || (rate > 0 && rate <= RATE_MAX), `${name}: FRAME-RATE up to ${RATE_MAX}`);
    const heard = size === "" || !sound ? { peak: 0, average: 0 } : ratesOf(sound);
    const seen = ratesOf(media);
    for (const [kind, named, measured] of [
      ["BANDWIDTH", bandwidth, seen.peak + heard.peak],
      ["AVERAGE-BANDWIDTH", average, seen.average + heard.average],
    ] as const) {
      must(named * NEAR >= measured && named <= measured * NEAR, `${name}: ${kind} ${named} is near ${measured}`);
    }
    must(average <= bandwidth, `${name}: the average is at most the peak`);
  }
  const shapes = variants.flatMap(({ size }) => (size === "" ? [] : shapeOf(size)));
  must(Math.max(...shapes) / Math.min(...shapes) < 1.02, "all pictures have one shape");
  must(!sound || variants.some(({ size }) => size === ""), "the sound can be heard alone");
  must(!sound || variants.some(({ bandwidth }) => bandwidth <= SLOW), `a variant has at most ${SLOW} bits a second`);
  const all = [
    ...new Map(
      [...variants.map(({ media }) => media), sound].flatMap((each) => (each ? [[each.address, each]] : [])),
    ).values(),
  ];
  for (const media of all) broken.push(...(await brokenIn(media)));
  must(new Set(all.map(({ target }) => target)).size === 1, "all target durations are the same");
  const lengths = all.map(({ segments }) => segments.reduce((sum, { seconds }) => sum + seconds, 0));
  must(Math.max(...lengths) - Math.min(...lengths) < 1, `all playlists are of one length: ${lengths.join()}`);
  return broken;
}

/** Rules about the playlist of one file. */
async function brokenIn({ text, path, target, segments }: Media): Promise<string[]> {
  const broken: string[] = [];
  const must = (holds: boolean, rule: string) => void (holds || broken.push(`${path}: ${rule}`));
  must(Number(/^#EXT-X-VERSION:(\d+)$/m.exec(text)?.[1]) >= 6, "fragmented MP4 needs version 6");
  must(/^#EXT-X-PLAYLIST-TYPE:VOD$/m.test(text), "a film is no live stream");
  must(text.endsWith("#EXT-X-ENDLIST\n"), "a film has an end");
  must(target <= SEGMENT + 1, "segments have six seconds");
  const [, size = "", from = ""] = /^#EXT-X-MAP:URI="[^"]+",BYTERANGE="(\d+)@(\d+)"$/m.exec(text) ?? [];
  const file = await open(path);
  try {
    const boxAt = async (at: number) => (await file.read(Buffer.alloc(4), 0, 4, at + 4)).buffer.toString("latin1");
    must(from !== "" && (await boxAt(Number(from))) === "ftyp", "EXT-X-MAP names the film's head");
    let end = Number(from) + Number(size);
    for (const [index, { seconds, from: at, bytes }] of segments.entries()) {
      must(Math.round(seconds) <= target, `segment ${index} has ${seconds} of ${target} seconds`);
      must(seconds > 0, `segment ${index} has a length`);
      must(at === end, `segment ${index} begins where the last one ends`);
      must(/^(styp|sidx|moof)$/.test(await boxAt(at)), `segment ${index} begins with a box`);
      end = at + bytes;
    }
    must(segments.length > 0 && end === (await file.stat()).size, "the segments are the whole file");
  } finally {
    await file.close();
  }
  return broken;
}

/** Rules about pictures and sound, which need ffprobe. */
export async function brokenPictures(ladder: Ladder): Promise<string[]> {
  const broken: string[] = [];
  const { sound, variants } = await partsOf(ladder);
  let aligned = "";
  for (const { media, size, rate } of variants) {
    const must = (holds: boolean, rule: string) => void (holds || broken.push(`${size || "sound"}: ${rule}`));
    const { stream, keys } = await probe(media.path);
    if (size === "") {
      must(stream.codec_name === "aac" && stream.profile === "LC", "AAC-LC");
      must(media.path === sound?.path, "the sound alone is the sound of the pictures");
      continue;
    }
    must([stream.codec_name, stream.profile, stream.pix_fmt].join() === "h264,High,yuv420p", "High profile of H.264");
    must(`${stream.width}x${stream.height}` === size, `RESOLUTION is ${stream.width}x${stream.height}`);
    const [above = 0, below = 1] = (stream.r_frame_rate ?? "").split("/").map(Number);
    must(Math.abs(above / below - rate) < 0.01, `FRAME-RATE is ${stream.r_frame_rate}`);
    let at = 0;
    const begins = media.segments.map(({ seconds }) => (at += seconds) - seconds);
    const isNear = (key: number, index: number) => Math.abs(key - (begins[index] ?? Infinity)) < 0.005;
    must(keys.length === begins.length && keys.every(isNear), "a key picture begins each segment");
    aligned ||= keys.join();
    must(keys.join() === aligned, "key pictures are at the instants of the other qualities");
  }
  return broken;
}

interface Probed {
  stream: Partial<Record<"codec_name" | "profile" | "pix_fmt" | "width" | "height" | "r_frame_rate", string>>;
  /** Seconds. */
  keys: number[];
}

async function probe(path: string): Promise<Probed> {
  const words = ["-v", "error", "-of", "json", "-show_streams", "-show_entries", "packet=pts_time,flags", path];
  const { stdout } = await promisify(execFile)("ffprobe", words, { maxBuffer: 1e9 });
  const { streams, packets } = JSON.parse(stdout) as {
    streams: Probed["stream"][];
    packets: { pts_time: string; flags: string }[];
  };
  const keys = packets.filter(({ flags }) => flags.startsWith("K")).map(({ pts_time }) => Number(pts_time));
  return { stream: streams[0] ?? {}, keys };
}

async function partsOf(ladder: Ladder): Promise<{ sound: Media | null; variants: Variant[] }> {
  const { multivariant } = ladder;
  const address = /^#EXT-X-MEDIA:TYPE=AUDIO.*URI="([^"]+)"/m.exec(multivariant)?.[1];
  const found = [...multivariant.matchAll(/^#EXT-X-STREAM-INF:(.*)\n(.*)$/gm)];
  const variants = found.map(async ([, words = "", at = ""]): Promise<Variant> => {
    const value = (name: string) =>
      new RegExp(`(?:^|,)${name}=(?:"([^"]*)"|([^,]*))`).exec(words)?.slice(1).join("") ?? "";
    return {
      media: await mediaAt(ladder, at),
      bandwidth: Number(value("BANDWIDTH")),
      average: Number(value("AVERAGE-BANDWIDTH")),
      codecs: value("CODECS"),
      size: value("RESOLUTION"),
      rate: Number(value("FRAME-RATE")),
    };
  });
  return {
    sound: address === undefined ? null : await mediaAt(ladder, address),
    variants: await Promise.all(variants),
  };
}

async function mediaAt({ read, fileAt }: Ladder, address: string): Promise<Media> {
  const text = await read(address);
  const segments = [...text.matchAll(/^#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)$/gm)].map(
    ([, seconds, bytes, from]) => ({ seconds: Number(seconds), bytes: Number(bytes), from: Number(from) }),
  );
  const target = Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1]);
  return { address, text, path: fileAt(/^(?!#).+$/m.exec(text)?.[0] ?? ""), target, segments };
}

/**
 * Bits a second: on average, and the highest of neighbouring segments that together last for 0.5 to 1.5 target durations (RFC 8216,
 * 4.3.4.2).
 */
function ratesOf({ segments, target }: Media): { peak: number; average: number } {
  const rate = (some: Segment[]) => {
    const sum = (name: "bytes" | "seconds") => some.reduce((total, each) => total + each[name], 0);
    return (sum("bytes") * 8) / sum("seconds");
  };
  const average = rate(segments);
  let peak = 0;
  for (const first of segments.keys()) {
    let seconds = 0;
    for (let last = first; last < segments.length; last += 1) {
      seconds += segments[last]?.seconds ?? 0;
      if (seconds > target * 1.5) break;
      if (seconds >= target / 2) peak = Math.max(peak, rate(segments.slice(first, last + 1)));
    }
  }
  return { peak: peak || average, average };
}

function shapeOf(size: string): number {
  const [width = 0, height = 1] = size.split("x").map(Number);
  return width / height;
}
