import { execFile } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { aptInstall } from "../../scripts/browser.mjs";

/** Seconds. */
export const FILM = 120;

/** The least height first; bits per second, of which noise needs all. */
const RUNGS = [
  { size: "426x240", height: 240, rate: 300_000 },
  { size: "854x480", height: 480, rate: 900_000 },
  { size: "1920x1080", height: 1080, rate: 4_500_000 },
];
const SOUND = 96_000;
const CODECS = 'CODECS="avc1.64001f,mp4a.40.2"';
const PICTURES = { every: 5, columns: 5, width: 160, height: 90 };
/** The original keeps its address at the server. */
const FOLDER = "/media/films/1.2.3/stand-in.mp4/";

export interface FilmStream {
  /** Gives the film to a video of the page, in the place of the server. */
  offer(page: Page, video: Pick<VideoDetail, "id">): Promise<void>;
  /** File names since the last `offer`. Those of playlists are "main.m3u8", or a quality in its place. */
  asked: string[];
  /** The status that files and playlists get, until it is deleted. */
  refusals: Map<string, number>;
  close(): Promise<void>;
}

const run = promisify(execFile);

/**
 * A film of two minutes as the server prepares it, behind a server that answers ranges. Its upper left quarter is white
 * in every second second, else black. Ffmpeg is installed if it is missing.
 */
export async function startFilmStream(): Promise<FilmStream> {
  const folder = await mkdtemp(join(tmpdir(), "film-"));
  await makeFilm(folder);
  const asked: string[] = [];
  const refusals = new Map<string, number>();

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const name = pathname.slice(FOLDER.length);
    asked.push(name);
    const refusal = refusals.get(name);
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    const [, quality] = /^(main|audio|\d{3,})\.m3u8$/.exec(name) ?? [];
    if (quality !== undefined) return void response.end(multivariant(quality));
    void answer(join(folder, name), request.headers.range).then(
      ({ status, headers, start, end }) => {
        response.writeHead(status, headers);
        createReadStream(join(folder, name), { start, end }).pipe(response);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    asked,
    refusals,
    async offer(page, { id }) {
      asked.length = 0;
      await page.route(`**${FOLDER}**`, (route) => {
        const { pathname } = new URL(route.request().url());
        return route.continue({ url: origin + pathname });
      });
      await page.route(`**/api/videos/${id}/`, async (route) => {
        const response = await route.fetch();
        const stream = { url: `${FOLDER}main.m3u8`, pictures: { url: `${FOLDER}pictures.jpg`, ...PICTURES } };
        await route.fulfill({ response, json: { ...(await response.json()), stream } });
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await rm(folder, { recursive: true });
    },
  };
}

function multivariant(quality: string): string {
  const pictures = RUNGS.flatMap(({ size, height, rate }, index) =>
    quality === "main" || quality === String(height)
      ? [`#EXT-X-STREAM-INF:BANDWIDTH=${rate + SOUND},RESOLUTION=${size},${CODECS},AUDIO="sound"`, `${index}.m3u8`]
      : [],
  );
  const sound = [`#EXT-X-STREAM-INF:BANDWIDTH=${SOUND},CODECS="mp4a.40.2",AUDIO="sound"`, `${RUNGS.length}.m3u8`];
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="音声",DEFAULT=YES,AUTOSELECT=YES,URI="${RUNGS.length}.m3u8"`,
    ...pictures,
    ...(quality === "main" || quality === "audio" ? sound : []),
    "",
  ].join("\n");
}

async function answer(path: string, range: string | undefined) {
  const { size } = await stat(path);
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  const start = Number(first ?? 0);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  const isPart = first !== undefined;
  return {
    status: isPart ? 206 : 200,
    headers: {
      "content-length": end - start + 1,
      "accept-ranges": "bytes",
      ...(isPart && { "content-range": `bytes ${start}-${end}/${size}` }),
    },
    start,
    end,
  };
}

async function makeFilm(folder: string): Promise<void> {
  if (process.env["FILM"] && existsSync(process.env["FILM"])) if (!hasFfmpeg()) await aptInstall(["ffmpeg"]);
  const flash = (when: string) => `drawbox=w=iw/4:h=ih/4:t=fill:${when}`;
  const film = `testsrc2=size=1280x720:rate=5,noise=alls=40:allf=t,${flash("color=black")},${flash("color=white:enable='mod(floor(t),2)'")}`;
  const sizes = RUNGS.map(({ size }, index) => `[s${index}]scale=${size.replace("x", ":")}[v${index}]`);
  const labels = RUNGS.map((_, index) => `[s${index}]`).join("");
  await run("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", film, "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"],
    ...["-t", String(FILM), "-filter_complex", [`[0:v]split=${RUNGS.length}${labels}`, ...sizes].join(";")],
    ...RUNGS.flatMap((_, index) => ["-map", `[v${index}]`]),
    ...["-map", "1:a", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "30"],
    ...["-keyint_min", "30", "-sc_threshold", "0", "-force_key_frames", "expr:eq(n,10)"],
    ...RUNGS.flatMap(({ rate }, index) =>
      ["b", "minrate", "maxrate", "bufsize"].flatMap((name) => [`-${name}:v:${index}`, String(rate)]),
    ),
    ...["-c:a", "aac", "-b:a", String(SOUND), "-f", "hls", "-hls_time", "1.9", "-hls_playlist_type", "vod"],
    ...["-hls_segment_type", "fmp4", "-hls_flags", "single_file+independent_segments", "-var_stream_map"],
    [...RUNGS.map((_, index) => `v:${index},agroup:a`), "a:0,agroup:a"].join(" "),
    join(folder, "%v.m3u8"),
  ]);
  const { every, columns, width, height } = PICTURES;
  const tiles = `fps=1/${every},scale=${width}:${height},tile=${columns}x${Math.ceil(FILM / every / columns)}`;
  const first = join(folder, "0.m3u8");
  await run("ffmpeg", ["-v", "error", "-i", first, "-vf", tiles, "-frames:v", "1", join(folder, "pictures.jpg")]);
  // A rung below its rate would prove nothing about a slow network.
  const { size } = await stat(join(folder, `${RUNGS.length - 1}.m4s`));
  const least = (0.7 * FILM * (RUNGS.at(-1)?.rate ?? 0)) / 8;
  if (size < least) throw new Error(`The largest rung has ${size} bytes instead of ${least}.`);
}

function hasFfmpeg(): boolean {
  return (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, "ffmpeg")));
}
