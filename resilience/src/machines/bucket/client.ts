import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { contract } from "@manabiya/contract";
import { VIDEO_PART_MAX_BYTES } from "@manabiya/contract/staff/video-files.ts";
import { WEBM_BEGINNING } from "@manabiya/server/test/testing/films.ts";

/** Milliseconds: longer than any limit of the server. */
const PATIENCE = 120_000;

/** Random bytes that begin as a film does. */
export function film(bytes: number): Buffer<ArrayBuffer> {
  const content = randomBytes(bytes);
  content.set(WEBM_BEGINNING);
  return content;
}

/** A form with a picture, as the editor sends it. */
async function pictureForm(): Promise<FormData> {
  const image = sharp({ create: { width: 640, height: 360, channels: 3, background: "#1f4478" } });
  const form = new FormData();
  form.append("thumbnail", new File([new Uint8Array(await image.png().toBuffer())], "表紙 1.png"));
  return form;
}

/** The fields of all answers that the drill reads. */
interface Body {
  id?: string | number;
  video_id?: string;
  thumbnail?: string | null;
  source_url?: string | null;
  type?: string;
  error?: string;
}

export interface Answered {
  status: number;
  type: string;
  sentence: string;
  retryAfter: string | null;
  seconds: number;
  body: Body;
}

/** Stands for the answer of a connection that broke. */
function broken(type: string, began: number): Answered {
  return { status: 0, type, sentence: "", retryAfter: null, seconds: (performance.now() - began) / 1000, body: {} };
}

/** Calls the server as one account and describes each answer. */
export class Client {
  readonly #url: string;
  readonly #headers: () => Record<string, string>;

  constructor(url: string, headers: () => Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** With a fresh token. */
  headers(): Record<string, string> {
    return this.#headers();
  }

  async call(method: string, path: string, body?: BodyInit, type?: string): Promise<Answered> {
    const began = performance.now();
    const { authorization = "" } = this.#headers();
    const answer = await fetch(this.#url + path, {
      method,
      headers: { authorization, ...(type !== undefined && { "content-type": type }) },
      signal: AbortSignal.timeout(PATIENCE),
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => String(error));
    if (typeof answer === "string") return broken(answer, began);
    const content = await answer.text();
    const read = content.startsWith("{") ? (JSON.parse(content) as Body) : {};
    return {
      status: answer.status,
      type: read.type ?? "",
      sentence: read.error ?? "",
      retryAfter: answer.headers.get("retry-after"),
      seconds: (performance.now() - began) / 1000,
      body: read,
    };
  }

  json(method: string, path: string, body: object): Promise<Answered> {
    return this.call(method, path, JSON.stringify(body), "application/json");
  }

  async startUpload(size: number): Promise<string> {
    return String((await this.json("POST", contract.videoFiles.start.url, { size })).body.id);
  }

  append(id: string, content: Buffer<ArrayBuffer>, offset: number): Promise<Answered> {
    const path = `${contract.videoFiles.append.url.replace(":id", id)}?offset=${offset}`;
    return this.call("PUT", path, content.subarray(offset, offset + VIDEO_PART_MAX_BYTES), "application/octet-stream");
  }

  /** @param from offset of the first part that is missing @throws when a part or the end is refused */
  async complete(id: string, content: Buffer<ArrayBuffer>, from = 0): Promise<string> {
    for (let offset = from; offset < content.length; offset += VIDEO_PART_MAX_BYTES) {
      const part = await this.append(id, content, offset);
      if (part.status !== 200) throw new Error(`part at ${offset}: ${part.status} ${part.type}`);
    }
    return this.stored(id);
  }

  /** @returns the file of an upload whose parts were all sent @throws when it is refused */
  async stored(id: string): Promise<string> {
    for (const until = performance.now() + PATIENCE; ; await pause(500)) {
      const end = await this.finish(id);
      if (end.status === 200) return String(end.body.video_id);
      // A bucket may store a film for longer than a connection may wait. The browser repeats the call, too.
      const isStoring = end.status === 0 || end.type === "busy";
      if (!isStoring || performance.now() > until) throw new Error(`end of an upload: ${end.status} ${end.type}`);
    }
  }

  finish(id: string): Promise<Answered> {
    return this.call("POST", contract.videoFiles.finish.url.replace(":id", id));
  }

  /** @returns the id of a published video that plays a stored file */
  async publish(video_id: string): Promise<number> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: `講義 ${video_id}`, video_id, host: "file" })) {
      form.append(name, value);
    }
    const created = await this.call("POST", contract.adminVideos.create.url, form);
    if (created.status !== 201) throw new Error(`a video was not created: ${created.status} ${created.sentence}`);
    return Number(created.body.id);
  }

  sendPicture(video: number): Promise<Answered> {
    const path = contract.adminVideos.setThumbnail.url.replace(":id", String(video));
    return pictureForm().then((form) => this.call("POST", path, form));
  }

  /** The address that a player gets; an empty one for an account without access. */
  async addressOf(video: number): Promise<string> {
    const { body } = await this.call("GET", `/api/videos/${video}/`);
    return typeof body.source_url === "string" ? new URL(body.source_url, this.#url).href : "";
  }
}

/** The answer to a player; status 0 for a connection that broke. */
export async function fetched(address: string, headers: Record<string, string> = {}) {
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE) });
    const content = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      range: answer.headers.get("content-range"),
      etag: answer.headers.get("etag"),
      content,
    };
  } catch {
    return { status: 0, range: null, etag: null, content: Buffer.alloc(0) };
  }
}
