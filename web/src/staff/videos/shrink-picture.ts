/** Pixels of a 16:9 picture, twice as wide as the server keeps any. */
const ENOUGH = { width: 1280, height: 720 };
/** Bytes that a slow line, too, carries in the ten seconds that the server waits for a request. */
const SMALL = 1024 * 1024;
const QUALITY = 0.9;

/**
 * A picture with as many pixels as are of use. What is small already, or cannot be read here, is sent as it is: the
 * server says what is wrong with it.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, Math.max(ENOUGH.width / picture.width, ENOUGH.height / picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (context === null) return file;
    // JPEG has no transparency, and what is behind a picture here is white.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const smaller = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    return new File([smaller], file.name, { type: smaller.type });
  } catch {
    return file;
  }
}
