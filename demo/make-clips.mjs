/**
 * Makes the demo's films, content/clips/<video_id>.webm: slides from content/lessons, and a voice that says the captions
 * while they are in view. Needs, on Debian, chromium, fonts-noto-cjk, ffmpeg, open-jtalk and
 * open-jtalk-mecab-naist-jdic, and a voice, which content/clips/README.md names.
 *
 *   node demo/make-clips.mjs mei_normal.htsvoice [video_id …]
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoCatalogue } from "./content/catalogue.ts";
import { clipsFolder } from "./content/folders.ts";

const WIDTH = 1280;
const HEIGHT = 720;
/** Slides of a film stand in one picture, so that one start of Chromium draws them. */
const COLUMNS = 4;
const SAMPLES_PER_SECOND = 48_000;
const VOICE = "Voice: HTS Voice Mei, (c) 2009-2013 Nagoya Institute of Technology, CC BY 3.0";
const DICTIONARY = "/var/lib/mecab/dic/open-jtalk/naist-jdic";

/** 藍, 弁柄, 深緑 and 紫紺, in the order of the parent categories, as on the films' pictures. */
const DYES = ["#1F4478", "#963526", "#1C5546", "#463769"];

/** The voice's dictionary, which has no half-width letters, reads these wrongly: a spelling, and how it sounds. */
const READINGS = [
  ["一行", "イチギョウ"],
  ["変わった行", "変わったギョウ"],
  ["空いた方", "空いたかた"],
  ["同じ表", "おなじ表"],
  ["辛い", "からい"],
  ["広告文", "こうこく文"],
  ["無効な値", "無効なあたい"],
  ["引数", "ひきすう"],
  ["何の人", "なんの人"],
  ["ＣｈａｔＧＰＴ", "チャットＧＰＴ"],
  ["ＵＴＦ－８", "ＵＴＦエイト"],
  ["「", ""],
  ["」", ""],
];

const [voice, ...chosen] = process.argv.slice(2);
if (!voice) throw new Error("Name the file of the voice: node demo/make-clips.mjs mei_normal.htsvoice [video_id …]");
const folder = mkdtempSync(join(tmpdir(), "clips-"));
const lessons = readLessons();
const films = demoCatalogue.videos.filter(({ host }) => host === "file");
for (const film of films) {
  if (chosen.length === 0 || chosen.includes(film.video_id)) make(film);
}
rmSync(folder, { recursive: true });

/** The lines of the slides: video → chapters → lines. A file has `# video_id`, then a paragraph per chapter. */
function readLessons() {
  const source = new URL("./content/lessons/", import.meta.url);
  const texts = readdirSync(source).map((name) => readFileSync(new URL(name, source), "utf8"));
  const entries = texts.flatMap((text) => text.split(/^# /m).slice(1));
  return new Map(
    entries.map((entry) => {
      const [id, ...chapters] = entry.trim().split("\n\n");
      return [id, chapters.map((chapter) => chapter.split("\n"))];
    }),
  );
}

function make(film) {
  const chapters = lessons.get(film.video_id) ?? [];
  if (chapters.length !== film.chapters.length) throw new Error(`${film.video_id} has other chapters in its lesson`);
  const slides = chapters.flatMap((lines, chapter) => slidesOf(film, lines, chapter));
  draw(film, slides);
  const pictures = slides.map(
    ({ at }, index) => `file slide-${index + 1}.png\nduration ${(slides[index + 1]?.at ?? film.duration) - at}`,
  );
  // The format needs the last picture again.
  writeFileSync(join(folder, "slides.txt"), [...pictures, `file slide-${slides.length}.png`].join("\n"));
  writeFileSync(join(folder, "voice.pcm"), speak(film));
  encode(film);
  console.log(film.video_id);
}

/** A chapter begins with its title; its lines appear one after another, early enough to be read. */
function slidesOf(film, lines, chapter) {
  const starts = film.chapters[chapter].time_seconds;
  const length = (film.chapters[chapter + 1]?.time_seconds ?? film.duration) - starts;
  const step = (length - 6) / lines.length;
  return Array.from({ length: lines.length + 1 }, (_, shown) => ({
    at: shown === 0 ? starts : starts + Math.round(2 * (1.5 + step * (shown - 1))) / 2,
    html: slide(film, chapter, lines, shown),
  }));
}

function slide(film, chapter, lines, shown) {
  const { title, description } = film.chapters[chapter];
  const dots = film.chapters.map((_, index) => `<i class="${index <= chapter ? "on" : ""}"></i>`);
  const subject = demoCatalogue.categories.findIndex(({ children }) => children.includes(film.categories[0]));
  return `<section style="--dye:${DYES[subject]}"><aside><b>${chapter + 1}</b>${dots.join("")}</aside>
<main><h1>${escape(title)}</h1><p>${escape(description)}</p><div>${blocks(lines, shown)}</div></main></section>`;
}

/** Lines of one kind that follow one another share a block. The first character says the kind. */
function blocks(lines, shown) {
  const kinds = { "・": "ul", "×": "article", "○": "article", "=": "figure", ">": "pre", "~": "ol", "|": "table" };
  let open = "";
  const html = lines.map((line, index) => {
    const kind = kinds[line[0]];
    if (!kind) throw new Error(`A line of an unknown kind: ${line}`);
    const hidden = index < shown ? "" : ' class="later"';
    const change = kind === open ? "" : `${open && `</${open}>`}<${kind}>`;
    open = kind;
    return change + drawLine(kind, line, hidden);
  });
  return `${html.join("")}</${open}>`;
}

function drawLine(kind, line, hidden) {
  const text = escape(line.slice(1));
  if (kind === "ul") return `<li${hidden}>${text}</li>`;
  if (kind === "pre") return `<code${hidden}>${text}\n</code>`;
  if (kind === "article") return `<blockquote${hidden}><b class="${line[0]}">${line[0]}</b>${text}</blockquote>`;
  if (kind === "table")
    return `<tr${hidden}>${text
      .split("|")
      .map((cell) => `<td>${cell}</td>`)
      .join("")}</tr>`;
  if (kind === "ol")
    return `<li${hidden}>${text
      .split(" → ")
      .map((step) => `<span>${step}</span>`)
      .join("→")}</li>`;
  return `<strong${hidden}>${text}</strong>`;
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function draw(film, slides) {
  const style = readFileSync(new URL("./content/lessons/slides.css", import.meta.url), "utf8");
  // Smaller type for the chapter whose lines, once all in view, would not fit.
  const fit = `for (const box of document.querySelectorAll("main div"))
    for (let size = 44; size > 24 && box.scrollHeight > box.clientHeight; size--) box.style.fontSize = size + "px";`;
  const body = slides.map(({ html }) => html).join("");
  writeFileSync(
    join(folder, "slides.html"),
    `<!doctype html><html lang="ja"><meta charset="utf-8"><style>${style}</style><body>${body}<script>${fit}</script>`,
  );
  const rows = Math.ceil(slides.length / COLUMNS);
  run(process.env.CHROMIUM_PATH ?? "chromium", [
    ...["--headless", "--no-sandbox", "--hide-scrollbars", `--window-size=${WIDTH * COLUMNS},${HEIGHT * rows}`],
    ...["--screenshot=slides.png", "slides.html"],
  ]);
  run("ffmpeg", ["-y", "-i", "slides.png", "-vf", `untile=${COLUMNS}x${rows}`, "slide-%d.png"]);
}

/** @returns the sound of a film, 16-bit samples */
function speak(film) {
  const sound = Buffer.alloc(film.duration * SAMPLES_PER_SECOND * 2);
  for (const { text, starts_ms, ends_ms } of film.captions) {
    const wide = text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    const said = READINGS.reduce((line, [spelling, reading]) => line.replaceAll(spelling, reading), wide);
    const seconds = (ends_ms - starts_ms) / 1_000;
    const natural = say(said, 1).length / SAMPLES_PER_SECOND;
    const speed = natural / seconds;
    if (speed < 0.8 || speed > 1.25) throw new Error(`The voice needs ${natural.toFixed(1)} s to say: ${text}`);
    const samples = say(said, speed);
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).copy(
      sound,
      ((starts_ms * SAMPLES_PER_SECOND) / 1_000) * 2,
    );
  }
  return sound;
}

/** @returns the samples of a sentence without the silence around it */
function say(text, speed) {
  run("open_jtalk", ["-x", DICTIONARY, "-m", voice, "-r", String(speed), "-ow", "line.wav"], text);
  const bytes = readFileSync(join(folder, "line.wav")).subarray(44);
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const loud = (sample) => Math.abs(sample) > 300;
  return samples.subarray(samples.findIndex(loud), samples.findLastIndex(loud) + 1);
}

function encode(film) {
  run("ffmpeg", [
    ...["-y", "-f", "concat", "-i", "slides.txt"],
    ...["-f", "s16le", "-ar", String(SAMPLES_PER_SECOND), "-ac", "1", "-i", "voice.pcm"],
    ...["-vf", "fps=2,format=yuv420p", "-c:v", "libvpx-vp9", "-crf", "40", "-b:v", "0", "-cpu-used", "2"],
    ...["-tune-content", "screen", "-auto-alt-ref", "0", "-lag-in-frames", "0", "-g", "9999"],
    ...["-force_key_frames", film.chapters.map(({ time_seconds }) => time_seconds).join(",")],
    // Opus starts 312 samples early. Without the shift the muxer delays the pictures, and a seek to a chapter shows
    // the end of the previous one.
    ...["-af", "volume=2.5dB,alimiter=limit=0.9:level=false,asetpts=PTS+312"],
    ...["-c:a", "libopus", "-b:a", "16k", "-application", "voip", "-frame_duration", "60"],
    ...[
      "-t",
      String(film.duration - 0.1),
      "-map_metadata",
      "-1",
      "-metadata",
      `comment=${VOICE}`,
      "-fflags",
      "+bitexact",
      "-flags",
      "+bitexact",
    ],
    ...["-cues_to_front", "1", join(clipsFolder, `${film.video_id}.webm`)],
  ]);
}

function run(program, args, input) {
  execFileSync(program, args, { cwd: folder, input, stdio: ["pipe", "ignore", "pipe"] });
}
