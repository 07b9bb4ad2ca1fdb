import https from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { Member } from "../../member.ts";
import type { Requests } from "./judge.ts";

const MEMBERS = 3;
/** Milliseconds between two requests of a member: the machines must not be the limit. */
const REST = 100;

/** Milliseconds without a failure after which members are served again. */
const QUIET = 3_000;
/** Milliseconds that the longest breakdown may take. */
const PATIENCE = 180_000;

/** Times of `performance.now()`. */
interface Attempt {
  ended: number;
  /** Null: it succeeded. */
  failure: string | null;
}

/** Members who read and write through the machine in front, lightly. */
export class Visitors {
  readonly #url: string;
  readonly #members: Member[];
  #attempts: Attempt[] = [];
  #isOver = true;
  #running: Promise<void>[] = [];

  private constructor(url: string, members: Member[]) {
    this.#url = url;
    this.#members = members;
  }

  /** They sign up. */
  static async arrive(url: string): Promise<Visitors> {
    const members = Array.from({ length: MEMBERS }, (_, index) => new Member(url, `cluster-${index}@example.com`));
    for (const member of members) await member.signUp();
    return new Visitors(url, members);
  }

  /** Runs `work` while they read and write. */
  async during(work: () => Promise<unknown>): Promise<Requests> {
    await this.#start();
    try {
      await pause(QUIET);
      await work();
      await pause(QUIET);
    } finally {
      await this.#stop();
    }
    return { requests: this.#attempts.length, failed: this.#attempts.flatMap(({ failure }) => failure ?? []) };
  }

  /** Members meet a breakdown. `seconds`: from it to the last failed request, after which members are served. */
  async meet(strike: () => Promise<unknown>): Promise<Requests & { seconds: number }> {
    let seconds = 0;
    const requests = await this.during(async () => {
      const struckAt = performance.now();
      await strike();
      seconds = ((await this.#servedAgain(struckAt)) - struckAt) / 1000;
    });
    return { ...requests, seconds };
  }

  /** @returns seconds until a member can log in */
  async secondsUntilLogIn(work: () => Promise<unknown>): Promise<number> {
    const began = performance.now();
    const isIn = (async () => {
      for (const end = began + PATIENCE; performance.now() < end; await pause(500)) {
        if (!(await isReady(this.#url))) continue;
        const error = await this.#members[0]?.logIn().catch((reason: unknown) => reason);
        if (error === undefined) return (performance.now() - began) / 1000;
      }
      return Number.POSITIVE_INFINITY;
    })();
    await work();
    return isIn;
  }

  /** Favourites that were acknowledged and are lost. */
  async lost(): Promise<string[]> {
    for (const member of this.#members) await member.logIn();
    const found = await Promise.all(this.#members.map((member) => member.contradictions()));
    return found.flat().map((video) => `video ${video}`);
  }

  get acknowledged(): number {
    return this.#members.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  async #servedAgain(since: number): Promise<number> {
    for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(200)) {
      const late = this.#attempts.filter(({ ended }) => ended > since);
      const last = late.findLast(({ failure }) => failure !== null)?.ended ?? since;
      const succeeded = late.filter(({ ended, failure }) => failure === null && ended > last);
      if (succeeded.length > 0 && performance.now() - last > QUIET) return last;
    }
    return Number.POSITIVE_INFINITY;
  }

  async #start(): Promise<void> {
    // An access token lives for ten minutes.
    for (const member of this.#members) await member.logIn();
    const videos = (await this.#members[0]?.videos()) ?? [];
    this.#attempts = [];
    this.#isOver = false;
    this.#running = this.#members.flatMap((member) => [this.#read(member), this.#write(member, videos)]);
  }

  async #stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #read(member: Member): Promise<void> {
    while (!this.#isOver) {
      await this.#try("GET /api/home/", () => member.videos());
      await this.#try("GET /", async () => {
        const answer = await fetch(`${this.#url}/`);
        await answer.text();
        if (!answer.ok) throw new Error(String(answer.status));
      });
    }
  }

  async #write(member: Member, videos: number[]): Promise<void> {
    for (let at = 0; !this.#isOver; at += 1) {
      await this.#try("a favourite", () => member.set(videos[at % videos.length] ?? 0, at % 3 === 0));
    }
  }

  async #try(what: string, work: () => Promise<unknown>): Promise<void> {
    let failure: string | null = null;
    try {
      await work();
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      failure = `${what}: ${message} ${cause?.code ?? ""}`.trim();
    }
    this.#attempts.push({ ended: performance.now(), failure });
    await pause(REST);
  }
}

/** Asks by a new connection, since old ones lead to a machine that knows nothing of them. */
function isReady(url: string): Promise<boolean> {
  const options = { agent: false, signal: AbortSignal.timeout(2_000) };
  return new Promise((resolve) => {
    const request = https.get(`${url}/health/ready`, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}
