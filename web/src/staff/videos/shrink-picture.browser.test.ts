import { expect, test } from "vitest";
import { shrinkPicture } from "./shrink-picture.ts";

/** Noise, which no format makes small. */
async function noise(width: number, height: number, type = "image/png"): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d") ?? expect.fail();
  const pixels = context.createImageData(width, height);
  for (let from = 0; from < pixels.data.length; from += 65_536)
    crypto.getRandomValues(pixels.data.subarray(from, from + 65_536));
  context.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob({ type, quality: 1 })], "picture", { type });
}

test.each([
  ["a wide one", 2400, 900, 1920, 720],
  ["a high one", 1400, 2800, 1280, 2560],
  ["one of few pixels", 700, 800, 700, 800],
])(
  "%s keeps what 16:9 needs of its pixels, and its shape",
  async (_name, width, height, kept, keptHeight) => {
    const file = await noise(width, height);
    expect(file.size).toBeGreaterThan(1024 * 1024);
    const small = await shrinkPicture(file);
    expect(small).toMatchObject({ type: "image/jpeg" });
    expect(small.size).toBeLessThan(file.size);
    expect(await createImageBitmap(small)).toMatchObject({ width: kept, height: keptHeight });
  },
);

test("what is small, broken or no such picture stays as it is", async () => {
  const large = "x".repeat(2 * 1024 * 1024);
  for (const file of [
    await noise(100, 100),
    new File([large], "broken.png", { type: "image/png" }),
    new File([large], "moving.gif", { type: "image/gif" }),
  ]) {
    expect(await shrinkPicture(file)).toBe(file);
  }
});
