import { contract } from "@manabiya/contract";
import type { VideoFile } from "@manabiya/contract/staff/video-files.ts";
import { store, VIDEO_UPLOAD } from "../../session/storage.ts";
import { sendForm } from "../../forms/file-transfer.ts";
import { conflictOf } from "../../forms/use-record-form.ts";
import { ApiError, call } from "../../api/calls.ts";

/** Bytes of a part. A slow line carries it in a few seconds; the server accepts up to 2 MB. */
const PART = 1024 * 1024;

interface StoredFile {
  video_id: string;
  warning?: string | undefined;
}

interface UploadOptions {
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a video file in parts. An interrupted upload resumes, also on a later visit.
 * @returns the `video_id` for a video of host `file`, and what its staff should know about the file
 * @throws ApiError, or the reason that `signal` was aborted with
 */
export async function uploadVideoFile(file: File, { onProgress, signal }: UploadOptions): Promise<StoredFile> {
  const previous = await findPrevious(file);
  if (previous !== null && "video_id" in previous) return previous;
  let upload = previous ?? (await call(contract.videoFiles.start, { body: { size: file.size } }));
  saveUpload(file, upload.id);
  while (upload.received < file.size) {
    const { id, received } = upload;
    const body = file.slice(received, received + PART);
    try {
      upload = await sendForm(contract.videoFiles.append, {
        params: { id },
        querystring: { offset: received },
        body,
        onProgress: (sent) => onProgress((received + sent * body.size) / file.size),
        signal,
      });
    } catch (error) {
      // The server may have stored the part although its answer was lost.
      const current = error instanceof ApiError ? (conflictOf(error) as VideoFile | null) : null;
      if (current === null) throw error;
      upload = current;
    }
  }
  return finish(upload.id, signal);
}

/** Milliseconds. */
const POLL_INTERVAL = 2_000;
/** Polls in a row that may get no answer. */
const MAX_UNANSWERED = 3;

/** Polls until the file is stored, because storing a large file can outlast one call. */
async function finish(id: string, signal: AbortSignal): Promise<StoredFile> {
  for (let unanswered = 0; ;) {
    try {
      const stored = await call(contract.videoFiles.finish, { params: { id } });
      clearUpload();
      return stored;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      unanswered = error.status === null ? unanswered + 1 : 0;
      const isPending = error.status === null || error.body?.type === "busy";
      // A refused file stays refused. After a server error the upload can finish later.
      if (!isPending && error.status < 500) clearUpload();
      if (!isPending || unanswered > MAX_UNANSWERED) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
    signal.throwIfAborted();
  }
}

/** @returns the duration in seconds; null if the browser cannot read the file */
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

/** @returns the upload to resume, or the file that is stored already; null if neither exists */
async function findPrevious(file: File): Promise<VideoFile | StoredFile | null> {
  const [name, id] = JSON.parse(store.getItem(VIDEO_UPLOAD) ?? "[]") as [string?, string?];
  if (name !== nameOf(file) || id === undefined) return null;
  const params = { id };
  const upload = await call(contract.videoFiles.get, { params }).catch(unlessMissing);
  if (upload) return upload.size === file.size ? upload : null;
  const finished = await call(contract.videoFiles.finish, { params }).catch(unlessMissing);
  clearUpload();
  return finished;
}

function unlessMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

function saveUpload(file: File, id: string): void {
  store.setItem(VIDEO_UPLOAD, JSON.stringify([nameOf(file), id]));
}

function clearUpload(): void {
  store.removeItem(VIDEO_UPLOAD);
}
