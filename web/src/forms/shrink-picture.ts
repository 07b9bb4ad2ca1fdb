/** Pixels of a 16:9 picture, twice as wide as the server stores. */
const ENOUGH = { width: 1280, height: 720 };
/** Bytes. A slow line carries as many in the ten seconds that the server waits for a request. */
const SMALL = 1024 * 1024;
const QUALITY = 0.9;

/**
 * Scales a picture down to the useful number of pixels. Small or unreadable files stay unchanged, and the server
 * reports what is wrong with them.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, Math.max(ENOUGH.width / picture.width, ENOUGH.height / picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (context === null) return file;
    // JPEG has no transparency, so transparent pixels become white.
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
