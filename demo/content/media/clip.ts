import type { DemoVideo } from "../types.ts";
import { run } from "./ffmpeg.ts";
import { ink, muted, paper, signal, track } from "./palette.ts";

const framesPerSecond = 2;

// Seconds. With two frames per second a seek decodes at most 20 frames, which takes some milliseconds.
const longestWithoutKeyframe = 10;

// Opus starts 312 samples early. Without this shift the muxer delays the frames, and a seek to a chapter shows the
// end of the previous one.
const afterPreSkip = "asetpts=PTS+312";

const barHeight = 8;
const barTop = 360 - barHeight;

/** Encodes one clip from its slides (PNG files, one per chapter) with the running time, the bar and the sound. */
export async function encodeClip(video: DemoVideo, slides: string[], target: string): Promise<void> {
  const starts = video.chapters.map((chapter) => chapter.time_seconds);
  const lengths = starts.map((start, index) => (starts[index + 1] ?? video.duration) - start);
  await run([
    ...slides.flatMap((slide, index) => [
      ...["-loop", "1", "-framerate", String(framesPerSecond), "-t", String(lengths[index])],
      ...["-i", slide],
    ]),
    ...["-f", "lavfi", "-i", `color=${signal}:s=640x${barHeight}:r=${framesPerSecond}:d=${video.duration}`],
    ...["-f", "lavfi", "-i", `aevalsrc=exprs='${chime(starts)}':s=48000:d=${video.duration - 0.1}`],
    ...["-filter_complex", `${picture(video, starts)};[${slides.length + 1}:a]${afterPreSkip}[sound]`],
    ...["-map", "[picture]", "-map", "[sound]"],
    ...["-c:v", "libvpx-vp9", "-crf", "50", "-b:v", "0", "-deadline", "good", "-cpu-used", "2"],
    ...["-tune-content", "screen", "-auto-alt-ref", "0", "-lag-in-frames", "0", "-threads", "1"],
    ...["-g", "9999", "-force_key_frames", keyframes(starts, lengths).join(",")],
    ...["-c:a", "libopus", "-b:a", "6k", "-vbr", "on", "-frame_duration", "120"],
    ...["-t", String(video.duration), "-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"],
    ...["-f", "webm", "-cues_to_front", "1", target],
  ]);
}

// Equal distances avoid a keyframe just before the next chapter.
function keyframes(starts: number[], lengths: number[]): number[] {
  return starts.flatMap((start, index) => {
    const length = lengths[index] ?? 0;
    const count = Math.ceil(length / longestWithoutKeyframe);
    return Array.from({ length: count }, (_, step) => start + Math.round((length * step) / count));
  });
}

function picture(video: DemoVideo, starts: number[]): string {
  const slides = starts.map((_, index) => `[${index}:v]`).join("");
  const gaps = starts.slice(1).map((start) => {
    const x = Math.round((640 * start) / video.duration) - 1;
    return `drawbox=${x}:${barTop}:3:${barHeight}:${paper}:fill`;
  });
  const type = "drawtext=font=Noto Sans CJK JP:fontsize=28:y=318-ascent";
  return [
    `${slides}concat=n=${starts.length}:v=1:a=0,drawbox=0:${barTop}:640:${barHeight}:${track}:fill[ground]`,
    `[ground][${starts.length}:v]overlay=x='-640+640*t/${video.duration}':y=${barTop}:shortest=1[bar]`,
    `[bar]${[
      ...gaps,
      `${type}:x=168:fontcolor=${ink}:text='${runningTime}'`,
      `${type}:x=250:fontcolor=${muted}:text='/ ${clock(video.duration)}'`,
      "format=yuv420p[picture]",
    ].join(",")}`,
  ].join(";");
}

const runningTime = String.raw`%{eif\:trunc(t/60)\:d\:2}\:%{eif\:mod(trunc(t)\,60)\:d\:2}`;

function clock(seconds: number): string {
  return `${String(Math.trunc(seconds / 60)).padStart(2, "0")}\\:${String(seconds % 60).padStart(2, "0")}`;
}

// A quiet two-tone bell as each chapter begins; the tones climb a pentatonic scale.
const scale = [392, 440, 523.25, 587.33, 659.25, 783.99, 880, 1046.5];

function chime(starts: number[]): string {
  return starts
    .map((start, index) => {
      const tone = scale[index % scale.length] ?? 392;
      const since = `(t-${start})`;
      const swell = `exp(-1.6*${since})*(1-exp(-30*${since}))`;
      return `between(t,${start},${start + 5})*${swell}*(sin(2*PI*${tone}*t)+0.6*sin(3*PI*${tone}*t))*0.09`;
    })
    .join("+");
}
