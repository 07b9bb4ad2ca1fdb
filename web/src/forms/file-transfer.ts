import type { InputOf, OutputOf, Route } from "@manabiya/contract";
import type { ErrorBody } from "@manabiya/contract/error.ts";
import { ApiError } from "../api/calls.ts";
import { addressOf, type Input, TIMEOUT } from "../api/send.ts";
import { withAccess } from "../api/with-access.ts";
import { saveFile } from "../ui/save-file.ts";

/** Milliseconds: uploads take longer than other calls. */
const UPLOAD_TIMEOUT = 120_000;

/** Undefined fields are left out. */
type FormFields = Record<string, string | Blob | undefined>;

interface FormInput extends Pick<Input, "params" | "querystring"> {
  /** A form's fields, or raw bytes. */
  body: FormFields | Blob;
  /** From 0 to 1. */
  onProgress?: (progress: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends files to a route of the contract, and reports the progress.
 * @throws ApiError, or the reason that `signal` was aborted with
 */
export async function sendForm<R extends Route>(
  route: R,
  input: FormInput & Partial<InputOf<R>>,
): Promise<OutputOf<R>> {
  return (await withAccess((access) => attempt(route, input, access))) as OutputOf<R>;
}

function attempt(route: Route, input: FormInput, access: string | null): Promise<unknown> {
  const { body, onProgress, signal } = input;
  return new Promise((resolve, reject) => {
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    request.open(route.method, addressOf(route.url, input));
    request.timeout = UPLOAD_TIMEOUT;
    request.withCredentials = true;
    request.setRequestHeader("Accept", "application/json");
    if (access !== null) request.setRequestHeader("Authorization", `Bearer ${access}`);
    if (body instanceof Blob) request.setRequestHeader("Content-Type", "application/octet-stream");
    const unanswered = () => reject(new ApiError(null));
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      const answer = parse(request.responseText);
      if (request.status >= 200 && request.status < 300 && answer !== undefined) resolve(answer);
      else reject(new ApiError(request.status, (answer as ErrorBody | undefined) ?? null));
    });
    request.addEventListener("error", unanswered);
    request.addEventListener("timeout", unanswered);
    const abort = () => {
      reject(signal?.reason instanceof Error ? signal.reason : new ApiError(null));
      request.abort();
    };
    // An aborted request that was not sent yet fires no event.
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    request.addEventListener("loadend", () => signal?.removeEventListener("abort", abort));
    request.send(body instanceof Blob ? body : formData(body));
  });
}

function formData(fields: FormFields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  return form;
}

function parse(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Fetches a file and lets the browser save it.
 * @throws ApiError
 */
export async function downloadFile(route: Route, name: string, input: Pick<Input, "querystring"> = {}): Promise<void> {
  const content = await withAccess((access) => get(route, input, access));
  saveFile(name, content.type, content);
}

async function get({ url }: Route, input: Pick<Input, "querystring">, access: string | null): Promise<Blob> {
  const headers = access === null ? {} : { Authorization: `Bearer ${access}` };
  const unanswered = () => {
    throw new ApiError(null);
  };
  const signal = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(addressOf(url, input), { headers, credentials: "include", signal }).catch(unanswered);
  if (!response.ok) throw new ApiError(response.status);
  return response.blob().catch(unanswered);
}

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
