import { setTimeout as pause } from "node:timers/promises";
import { mixed } from "@manabiya/bench/calls/calls.ts";
import type { Members } from "@manabiya/bench/calls/members.ts";
import { Member } from "../../member.ts";
import { SMALL } from "../../service.ts";

const LOOPS = 8;
const WRITERS = 4;
/** Milliseconds between two requests of a loop: the machine must not be the limit. */
const REST = 10;

/** The evening mix and members who write, all through the proxies, from `start` to `stop`. */
export class Visitors {
  readonly failed: string[] = [];
  requests = 0;
  readonly #url: string;
  readonly #members: Members;
  readonly #writers: Member[];
  #isOver = false;
  #running: Promise<void>[] = [];

  private constructor(url: string, members: Members, writers: Member[]) {
    this.#url = url;
    this.#members = members;
    this.#writers = writers;
  }

  static async arrive(url: string, members: Members): Promise<Visitors> {
    const writers = Array.from({ length: WRITERS }, (_, index) => new Member(url, `rolling-${index}@example.com`));
    for (const writer of writers) await writer.signUp();
    return new Visitors(url, members, writers);
  }

  async start(): Promise<void> {
    const videos = (await this.#writers[0]?.videos()) ?? [];
    this.#running = [
      ...Array.from({ length: LOOPS }, (_, index) => this.#browse(index)),
      ...this.#writers.map((writer) => this.#write(writer, videos)),
    ];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** Videos whose acknowledged favourite is lost. */
  async lost(): Promise<string[]> {
    const found = await Promise.all(this.#writers.map((writer) => writer.contradictions()));
    return found.flat().map((video) => `video ${video}`);
  }

  get acknowledged(): number {
    return this.#writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  /** Sessions of members that their refresh token no longer continues. */
  async endedSessions(count: number): Promise<string[]> {
    const ended: string[] = [];
    for (let id = 1; id <= count; id += 1) {
      const body = JSON.stringify({ refresh: this.#members.refreshToken(id) });
      const headers = { "content-type": "application/json" };
      const { status } = await fetch(`${this.#url}/api/auth/token/refresh/`, { method: "POST", headers, body });
      if (status !== 200) ended.push(`member ${id}: ${status}`);
    }
    return ended;
  }

  async #browse(loop: number): Promise<void> {
    const requests = mixed.requests(this.#members, SMALL);
    for (let at = loop * 97; !this.#isOver; at += 1) {
      const { method, path, headers, body } = requests[at % requests.length] ?? { method: "GET", path: "/" };
      await this.#try(`${method} ${path}`, async () => {
        const answer = await fetch(this.#url + path, { method, ...(headers && { headers }), ...(body && { body }) });
        await answer.arrayBuffer();
        if (answer.status >= 500) throw new Error(`${answer.status}`);
      });
      await pause(REST);
    }
  }

  async #write(writer: Member, videos: number[]): Promise<void> {
    for (let at = 0; !this.#isOver; at += 1) {
      const video = videos[at % videos.length] ?? 0;
      await this.#try("a favourite", () => writer.set(video, Math.random() < 0.5));
      await pause(REST);
    }
  }

  async #try(what: string, work: () => Promise<void>): Promise<void> {
    this.requests += 1;
    try {
      await work();
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      this.failed.push(`${what}: ${message} ${cause?.code ?? ""}`.trim());
    }
  }
}
