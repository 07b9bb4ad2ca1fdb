import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { WEBM_BEGINNING } from "@manabiya/server/test/testing/films.ts";

/** Bytes. */
const CHUNK = 256 * 1024;
const CHUNKS = 3;
/** Milliseconds between two calls. */
const PAUSE = 150;
/** Milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** The outcome of a call; `type` is empty for a success. */
export interface Answer {
  at: number;
  call: "start" | "part" | "finish" | "picture";
  status: number;
  type: string;
  sentence: string;
}

/** The fields of all answers that the drill reads. */
interface Body {
  id?: string;
  received?: number;
  video_id?: string;
  thumbnail?: string | null;
  type?: string;
  error?: string;
}

/** A member of staff who uploads videos and pictures continuously and retries failures, as the screens do. */
export class Uploader {
  readonly answers: Answer[] = [];
  /** Acknowledged files and the checksums of their content. */
  readonly stored = new Map<string, string>();
  /** Checksums of all files whose upload began. */
  readonly sent = new Set<string>();
  /** Addresses of acknowledged pictures. */
  readonly pictures: string[] = [];
  /** The unfinished upload and its acknowledged bytes. */
  unfinished: { id: string; received: number } | null = null;
  readonly #address: string;
  #token = "";

  constructor(address: string) {
    this.#address = address;
  }

  async logIn(): Promise<void> {
    const body = JSON.stringify({ email: "staff@example.com", password: "manabiya-demo" });
    const answer = await fetch(`${this.#address}/api/auth/login/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    this.#token = ((await answer.json()) as { token: { access: string } }).token.access;
  }

  async run(isOver: () => boolean): Promise<void> {
    const picture = await noise();
    while (!isOver()) {
      await this.#sendPicture(picture);
      const content = Buffer.concat([WEBM_BEGINNING, randomBytes(CHUNKS * CHUNK - WEBM_BEGINNING.length)]);
      await this.#sendVideo(content, isOver);
    }
  }

  async #sendPicture(picture: Buffer<ArrayBuffer>): Promise<void> {
    const form = new FormData();
    form.append("thumbnail", new File([picture], "a.png"));
    const video = await this.#call("picture", "POST", "/api/admin/videos/1/thumbnail/", form);
    if (typeof video?.thumbnail === "string") this.pictures.push(video.thumbnail);
    await pause(PAUSE);
  }

  async #sendVideo(content: Buffer<ArrayBuffer>, isOver: () => boolean): Promise<void> {
    const sha256 = createHash("sha256").update(content).digest("hex");
    this.sent.add(sha256);
    const size = JSON.stringify({ size: content.length });
    const upload = await this.#call("start", "POST", "/api/admin/video-files/", size, "application/json");
    if (upload === null) {
      await pause(PAUSE);
      return;
    }
    const { id = "" } = upload;
    const address = `/api/admin/video-files/${id}/`;
    this.unfinished = { id, received: 0 };
    while (this.unfinished.received < content.length) {
      if (isOver()) return;
      const { received } = this.unfinished;
      const chunk = content.subarray(received, received + CHUNK);
      const type = "application/octet-stream";
      // After a lost answer the server's own count says whether the chunk arrived.
      const state =
        (await this.#call("part", "PUT", `${address}?offset=${received}`, chunk, type)) ??
        (await this.#status(address));
      if (state) this.unfinished.received = state.received ?? received;
      await pause(PAUSE);
    }
    while (!isOver()) {
      const done = await this.#call("finish", "POST", `${address}finish/`);
      if (done !== null) {
        this.stored.set(done.video_id ?? "", sha256);
        this.unfinished = null;
        return;
      }
      if (this.answers.at(-1)?.status === 404) return;
      await pause(PAUSE);
    }
  }

  async #status(path: string): Promise<Body | null> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(this.#address + path, { headers }).catch(() => null);
    return answer?.ok ? ((await answer.json()) as Body) : null;
  }

  /** @returns null after a failure, which `answers` records */
  async #call(
    call: Answer["call"],
    method: string,
    path: string,
    body: RequestInit["body"] | null = null,
    type?: string,
  ): Promise<Body | null> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(type && { "content-type": type }) };
    const init = { method, headers, body, signal: AbortSignal.timeout(REQUEST_TIMEOUT) };
    const answer = await fetch(this.#address + path, init).catch((error: Error) => error);
    const content = answer instanceof Error ? {} : ((await answer.json().catch(() => ({}))) as Body);
    const isSuccess = !(answer instanceof Error) && answer.ok;
    this.answers.push({
      at: performance.now(),
      call,
      status: answer instanceof Error ? 0 : answer.status,
      type: isSuccess ? "" : (content.type ?? (answer instanceof Error ? answer.message : "")),
      sentence: isSuccess ? "" : (content.error ?? ""),
    });
    return isSuccess ? content : null;
  }
}

/** Random pixels, which WebP cannot compress. */
async function noise(): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [640, 360];
  const raw = { width, height, channels: 3 } as const;
  return Buffer.from(
    await sharp(randomBytes(width * height * 3), { raw })
      .png()
      .toBuffer(),
  );
}
