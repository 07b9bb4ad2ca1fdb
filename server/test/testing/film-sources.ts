import { execFile } from "node:child_process";
import { truncate } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const ffmpeg = (...args: string[]) => run("ffmpeg", ["-v", "error", "-y", ...args]);

const picture = (size: string, { rate = 30, seconds = 8 } = {}) => [
  ...["-f", "lavfi", "-i", `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
];
const sound = (channels: number, seconds = 8) => [
  ...[
    "-f",
    "lavfi",
    "-i",
    `sine=f=440:d=${seconds}:r=44100,volume=0.1,aformat=channel_layouts=${channels === 1 ? "mono" : "stereo"}`,
  ],
];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const AAC = ["-c:a", "aac"];

/** Files as phones, cameras and recorders write them. Each function makes one at the path. */
export const FILM_SOURCES = {
  "a MOV of a camera": (path: string) =>
    ffmpeg(...picture("1280x720", { rate: 15 }), ...sound(2), ...H264, ...AAC, "-f", "mov", path),
  "HEVC of a phone": (path: string) =>
    ffmpeg(
      ...picture("320x180"),
      ...sound(2),
      "-c:v",
      "libx265",
      "-preset",
      "ultrafast",
      "-x265-params",
      "log-level=none",
      "-tag:v",
      "hvc1",
      ...AAC,
      path,
    ),
  "a screen of a varying rate": (path: string) =>
    ffmpeg(
      ...picture("320x180"),
      ...sound(2),
      "-vf",
      "select='not(mod(n,3))+not(mod(n,7))'",
      "-vsync",
      "vfr",
      "-video_track_timescale",
      "90000",
      ...H264,
      ...AAC,
      path,
    ),
  "a phone held upright": async (path: string) => {
    await ffmpeg(...picture("320x180"), ...sound(2), ...H264, ...AAC, `${path}.flat.mp4`);
    await ffmpeg("-display_rotation", "90", "-i", `${path}.flat.mp4`, "-c", "copy", path).catch(() =>
      ffmpeg("-i", `${path}.flat.mp4`, "-c", "copy", "-metadata:s:v:0", "rotate=90", path),
    );
  },
  "ten bits of a colour": (path: string) =>
    ffmpeg(
      ...picture("320x180"),
      ...sound(2),
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p10le",
      ...AAC,
      path,
    ),
  "one channel of sound": (path: string) => ffmpeg(...picture("320x180"), ...sound(1), ...H264, ...AAC, path),
  "no sound": (path: string) => ffmpeg(...picture("320x180"), ...H264, path),
  "a picture of 4:3, and odd": (path: string) =>
    ffmpeg(
      ...picture("320x240"),
      ...sound(2),
      "-vf",
      "scale=321:241",
      "-pix_fmt",
      "yuv444p",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      ...AAC,
      path,
    ),
  "60 pictures a second": (path: string) =>
    ffmpeg(...picture("320x180", { rate: 60 }), ...sound(2), ...H264, ...AAC, "-r", "60000/1001", path),
  "a film of two qualities": (path: string) => ffmpeg(...picture("640x360"), ...sound(2), ...H264, ...AAC, path),
  "three hours of slides": (path: string) =>
    ffmpeg(...["-f", "lavfi", "-i", "testsrc2=s=320x180:r=1/60:d=10800"], ...[...H264, "-r", "1", path]),
  "a sound that ends early": (path: string) => ffmpeg(...picture("320x180"), ...sound(2, 3), ...H264, ...AAC, path),
  "a file that was cut": async (path: string) => {
    await ffmpeg(...picture("320x180"), ...H264, "-movflags", "+faststart", path);
    await truncate(path, 40_000);
  },
  "no film": (path: string) => run("sh", ["-c", 'head -c 100000 /dev/urandom > "$1"', "sh", path]),
} satisfies Record<string, (path: string) => Promise<unknown>>;
