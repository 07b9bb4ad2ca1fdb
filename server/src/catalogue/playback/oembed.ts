import { type PlaybackState, VideoSeconds } from "@manabiya/contract/staff/videos.ts";
import * as z from "zod/mini";

/** The host did not say whether the video plays: an outage, a limit, or an answer that nobody documents. */
interface Unclear {
  reason: string;
  /** Milliseconds to wait, as the host asked; null: it did not say. */
  retryAfter: number | null;
}

export type HostAnswer = PlaybackState | Unclear;

/** The title and length of a video, as its host says. YouTube names no length. */
export interface HostDetails {
  title: string | null;
  /** Seconds. */
  duration: number | null;
}

type OembedHost = "youtube" | "vimeo";

/** The oEmbed address of each host. `hls`: the beginning of every playlist's address. */
export type OembedAddresses = Record<OembedHost | "hls", string>;

/** https://oembed.com lists both. */
export const OEMBED: OembedAddresses = {
  youtube: "https://www.youtube.com/oembed",
  vimeo: "https://vimeo.com/api/oembed.json",
  hls: "https://",
};

/** @param url base address of a stand-in for all hosts */
export function standInFor(url: string): OembedAddresses {
  const base = url.replace(/\/$/, "");
  return { youtube: `${base}/youtube/oembed`, vimeo: `${base}/vimeo/api/oembed.json`, hls: `${base}/hls/` };
}

interface Question {
  host: OembedHost;
  video_id: string;
  /** Vimeo's key of an unlisted video. Vimeo answers 404 without it. */
  host_hash: string | null;
}

interface AskOptions {
  addresses: OembedAddresses;
  /** The address of this site: it names the caller, and Vimeo checks it for videos of certain domains only. */
  publicUrl: string;
  signal: AbortSignal;
}

/**
 * The refusals of each host. YouTube: 400 for an impossible id, 401 when embedding is off, 403 for a private video, 404
 * for a removed one. Vimeo: 403 when embedding is off, and 404 for a removed, a private, or an unlisted video without
 * its key.
 */
const REFUSALS: Record<OembedHost | "hls", Record<number, PlaybackState>> = {
  youtube: { 400: "removed", 401: "not_embeddable", 403: "private", 404: "removed" },
  vimeo: { 401: "private", 403: "not_embeddable", 404: "removed" },
  hls: { 401: "private", 403: "private", 404: "removed", 410: "removed" },
};

/** Vimeo answers 200 for a video of certain domains only. This code says whether ours is among them. */
const Answer = z.object({
  type: z.literal("video"),
  domain_status_code: z.optional(z.nullable(z.number())),
  title: z.optional(z.unknown()),
  duration: z.optional(z.unknown()),
});

/** Characters of an answer. Real ones have about a thousand. */
const ANSWER_MAX = 64 * 1024;

/** Asks a host by oEmbed. Never rejects. */
export async function askHost(question: Question, options: AskOptions): Promise<HostAnswer> {
  return (await ask(question, options)).answer;
}

/** Never rejects. */
export async function readHostDetails(question: Question, options: AskOptions): Promise<HostDetails> {
  const { title = null, duration = null } = await ask(question, options);
  return { title, duration };
}

/**
 * Asks a cloud for a playlist, as a page of this site does. Vimeo redirects to another machine, which is not asked. Never
 * rejects.
 * @param address with its token
 */
export async function askCloud(address: string, options: AskOptions): Promise<HostAnswer> {
  const { origin } = new URL(options.publicUrl);
  try {
    const response = await request(address.replace("https://", options.addresses.hls), options, { origin });
    await response.body?.cancel();
    if (response.status === 302) return "plays";
    if (response.status !== 200) return REFUSALS.hls[response.status] ?? unclear(response);
    const allowed = response.headers.get("access-control-allow-origin") ?? "";
    return ["*", origin].includes(allowed) ? "plays" : "not_embeddable";
  } catch (error) {
    return noAnswer(error);
  }
}

async function ask(question: Question, options: AskOptions): Promise<{ answer: HostAnswer } & Partial<HostDetails>> {
  const { host } = question;
  const url = new URL(options.addresses[host]);
  url.searchParams.set("url", pageOf(question));
  url.searchParams.set("format", "json");
  try {
    const response = await request(url, options, { accept: "application/json" });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { answer: REFUSALS[host][response.status] ?? unclear(response) };
    }
    const { success, data } = z.safeParse(Answer, parseJson(await readText(response)));
    if (!success) return { answer: { reason: "an unknown answer", retryAfter: null } };
    const domain = data.domain_status_code ?? 200;
    const answer = domain === 200 || domain === 304 ? "plays" : "not_embeddable";
    const { title } = data;
    return {
      answer,
      title: typeof title === "string" ? title : null,
      duration: z.safeParse(VideoSeconds, data.duration).data ?? null,
    };
  } catch (error) {
    return { answer: noAnswer(error) };
  }
}

/** A redirect could lead into a private network, and is not followed. */
function request(url: string | URL, { publicUrl, signal }: AskOptions, headers: Record<string, string>) {
  const caller = { "user-agent": `manabiya-video-check (+${publicUrl})`, referer: `${publicUrl}/` };
  return fetch(url, { redirect: "manual", signal, headers: { ...caller, ...headers } });
}

const unclear = (response: Response): Unclear => ({
  reason: `status ${response.status}`,
  retryAfter: waitOf(response),
});

const noAnswer = (error: unknown): Unclear => ({
  reason: error instanceof Error ? error.name : "no answer",
  retryAfter: null,
});

function pageOf({ host, video_id, host_hash }: Question): string {
  const id = encodeURIComponent(video_id);
  if (host === "youtube") return `https://www.youtube.com/watch?v=${id}`;
  return `https://vimeo.com/${id}${host_hash === null ? "" : `/${encodeURIComponent(host_hash)}`}`;
}

/** `Retry-After` is a number of seconds, or an instant of the host's clock. */
function waitOf({ headers }: Response): number | null {
  const given = headers.get("retry-after") ?? "";
  if (/^\d{1,6}$/.test(given)) return Number(given) * 1000;
  const wait = Date.parse(given) - Date.parse(headers.get("date") ?? "");
  return wait >= 0 ? wait : null;
}

/** @throws for an answer of more than `ANSWER_MAX` */
async function readText({ body }: Response): Promise<string> {
  if (body === null) return "";
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > ANSWER_MAX) throw new RangeError("the answer is too long");
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
