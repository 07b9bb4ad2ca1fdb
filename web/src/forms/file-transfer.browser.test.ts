import { expect, test } from "vitest";
import { shrinkPicture } from "./file-transfer.ts";

/** Noise, because no format compresses it. */
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
  ["a wide picture", 2400, 900, 1920, 720],
  ["a tall picture", 1400, 2800, 1280, 2560],
  ["a picture of few pixels", 700, 800, 700, 800],
])(
  "scales %s down to the pixels that 16:9 needs, and keeps its aspect ratio",
  async (_name, width, height, smallWidth, smallHeight) => {
    const file = await noise(width, height);
    expect(file.size).toBeGreaterThan(1024 * 1024);
    const small = await shrinkPicture(file);
    expect(small).toMatchObject({ type: "image/jpeg" });
    expect(small.size).toBeLessThan(file.size);
    expect(await createImageBitmap(small)).toMatchObject({ width: smallWidth, height: smallHeight });
  },
);

test("leaves small, broken and unsupported pictures unchanged", async () => {
  const large = "x".repeat(2 * 1024 * 1024);
  for (const file of [
    await noise(100, 100),
    new File([large], "broken.png", { type: "image/png" }),
    new File([large], "moving.gif", { type: "image/gif" }),
  ]) {
    expect(await shrinkPicture(file)).toBe(file);
  }
});
