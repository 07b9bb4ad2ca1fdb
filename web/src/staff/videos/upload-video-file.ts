import { staff } from "@manabiya/contract/staff/staff.ts";
import type { VideoFile } from "@manabiya/contract/staff/video-files.ts";
import { sendForm } from "../../forms/file-transfer.ts";
import { conflictOf } from "../../forms/use-record-form.ts";
import { ApiError, call } from "../../api/calls.ts";

/** Bytes of a part: as much as a slow line carries in a few seconds. The server takes up to 2 MB. */
const PART = 1024 * 1024;

/** Under which uploads that are not finished are remembered, so that the same file goes on where it was. */
const KEY = "manabiya:video-upload";

interface Watcher {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a video file in parts. What broke off before, also on another visit, goes on where it was.
 * @returns the `video_id` for a video of host `file`
 * @throws ApiError; what `signal` was aborted with
 */
export async function uploadVideoFile(file: File, { onProgress, signal }: Watcher): Promise<string> {
  const before = await begunBefore(file);
  if (typeof before === "string") return before;
  let upload = before ?? (await call(staff.videoFiles.start, { body: { size: file.size } }));
  remember(file, upload.id);
  while (upload.received < file.size) {
    const { id, received } = upload;
    const body = file.slice(received, received + PART);
    try {
      upload = await sendForm(staff.videoFiles.append, {
        params: { id },
        querystring: { offset: received },
        body,
        onProgress: (share) => onProgress((received + share * body.size) / file.size),
        signal,
      });
    } catch (error) {
      // A part that came although its answer did not is not sent again.
      const current = error instanceof ApiError ? (conflictOf(error) as VideoFile | null) : null;
      if (current === null) throw error;
      upload = current;
    }
  }
  return finish(upload.id, signal);
}

/** Milliseconds between two looks whether the file is stored, and looks in a row that may find nobody there. */
const LOOK_EVERY = 2_000;
const UNANSWERED_MOST = 3;

/** Storing a large file may take longer than a call. Asked again, the server says whether it is still at it. */
async function finish(id: string, signal: AbortSignal): Promise<string> {
  for (let unanswered = 0; ;) {
    try {
      const { video_id } = await call(staff.videoFiles.finish, { params: { id } });
      forget();
      return video_id;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      unanswered = error.status === null ? unanswered + 1 : 0;
      const isUnderWay = error.status === null || error.body?.type === "busy";
      // What was refused is refused again; after trouble of the server's it can be finished later.
      if (!isUnderWay && error.status < 500) forget();
      if (!isUnderWay || unanswered > UNANSWERED_MOST) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    signal.throwIfAborted();
  }
}

/** The seconds of a video file, as the browser reads them; null when it cannot. */
export function durationOf(file: File): Promise<number | null> {
  const address = URL.createObjectURL(file);
  const video = document.createElement("video");
  video.preload = "metadata";
  return new Promise<number | null>((resolve) => {
    video.addEventListener("loadedmetadata", () => {
      const seconds = Math.round(video.duration);
      resolve(Number.isFinite(seconds) && seconds > 0 ? seconds : null);
    });
    video.addEventListener("error", () => resolve(null));
    video.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}

const nameOf = (file: File) => `${file.name} ${file.size} ${file.lastModified}`;

/** @returns how far it is; the `video_id` when it had come as a whole; null when it has to be begun */
async function begunBefore(file: File): Promise<VideoFile | string | null> {
  const [name, id] = JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string?, string?];
  if (name !== nameOf(file) || id === undefined) return null;
  const params = { id };
  const upload = await call(staff.videoFiles.get, { params }).catch(unlessMissing);
  if (upload) return upload.size === file.size ? upload : null;
  const finished = await call(staff.videoFiles.finish, { params }).catch(unlessMissing);
  forget();
  return finished?.video_id ?? null;
}

function unlessMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

function remember(file: File, id: string): void {
  localStorage.setItem(KEY, JSON.stringify([nameOf(file), id]));
}

function forget(): void {
  localStorage.removeItem(KEY);
}
