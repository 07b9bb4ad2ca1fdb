import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "./client.ts";

const PASSWORD = "prove-it-again-7";

interface SignedIn {
  user: { id: number };
  token: { access: string };
}

let created = 0;

/** An account that the server acknowledged. Tries again until it does. */
export async function signUp(client: Client, status: "trial" | "inactive", isOver: () => boolean) {
  while (!isOver()) {
    const email = `failover-${++created}@example.com`;
    const body = {
      username: "証明する人",
      email,
      password: PASSWORD,
      password2: PASSWORD,
      subscription_status: status,
      agreedToTerms: true,
    };
    const joined = await client.ask<SignedIn>("POST", "/api/auth/signup/", { body });
    if (joined) return { email, id: joined.user.id, token: joined.token.access };
    await pause(200);
  }
  return null;
}

export async function logIn(client: Client, email: string): Promise<string | null> {
  const body = { email, password: PASSWORD };
  return (await client.ask<SignedIn>("POST", "/api/auth/login/", { body }))?.token.access ?? null;
}

interface VideoState {
  is_favorite: boolean;
  position: number | null;
}

/** Later than any position that a member sends. */
const DURATION = 90_000;

/** A member who writes, remembers every acknowledgement and reads their own back. */
export class Member {
  acknowledged = 0;
  /** Reads that showed an older value than the member's own last one. */
  readonly older: string[] = [];
  readonly #client: Client;
  readonly #email: string;
  #token: string;
  /** A video's possible flags: the last acknowledged one, and later ones without an answer. */
  readonly #flags = new Map<number, Set<boolean>>();
  /** A video's position: the newest that was acknowledged or seen, and the newest that was sent. */
  readonly #positions = new Map<number, { least: number; most: number }>();
  #sent = 0;

  private constructor(client: Client, email: string, token: string) {
    this.#client = client;
    this.#email = email;
    this.#token = token;
  }

  static async join(client: Client): Promise<Member> {
    const joined = await signUp(client, "trial", () => false);
    return new Member(client, joined?.email ?? "", joined?.token ?? "");
  }

  /** Access tokens last for ten minutes. */
  async renew(): Promise<void> {
    this.#token = (await logIn(this.#client, this.#email)) ?? this.#token;
  }

  /** Writes to one of the videos, and reads it back when the write was acknowledged. */
  async write(video: number): Promise<void> {
    const isAcknowledged = Math.random() < 0.5 ? await this.#press(video) : await this.#watch(video);
    if (!isAcknowledged) return;
    this.acknowledged += 1;
    await this.read(video);
  }

  async #press(video: number): Promise<boolean> {
    const flags = this.#flags.get(video) ?? new Set([false]);
    const wanted = ![...flags].at(-1);
    this.#flags.set(video, new Set([...flags, wanted]));
    const body = { is_favorite: wanted };
    const path = `/api/videos/${video}/favorite/`;
    if (!(await this.#client.ask("POST", path, { token: this.#token, body }))) return false;
    this.#flags.set(video, new Set([wanted]));
    return true;
  }

  async #watch(video: number): Promise<boolean> {
    const position = ++this.#sent;
    const before = this.#positions.get(video)?.least ?? 0;
    this.#positions.set(video, { least: before, most: position });
    const body = { position, duration: DURATION };
    if (!(await this.#client.ask("POST", `/api/videos/${video}/progress/`, { token: this.#token, body }))) return false;
    this.#positions.set(video, { least: position, most: position });
    return true;
  }

  /** @returns contradictions to the acknowledgements; null: the server did not answer */
  async read(video: number): Promise<string[] | null> {
    const state = await this.#client.ask<VideoState>("GET", `/api/videos/${video}/`, { token: this.#token });
    if (!state) return null;
    const found: string[] = [];
    const flags = this.#flags.get(video);
    if (flags && !flags.has(state.is_favorite))
      found.push(`video ${video} is ${state.is_favorite ? "" : "not "}marked`);
    const position = this.#positions.get(video);
    const seen = state.position ?? 0;
    if (position && (seen < position.least || seen > position.most)) {
      found.push(`video ${video} at ${seen} instead of ${position.least} to ${position.most}`);
    } else if (position) this.#positions.set(video, { ...position, least: seen });
    this.older.push(...found);
    return found;
  }

  /** Reads everything back. Forgets what is lost, so that the next round counts its own. */
  async contradictions(): Promise<string[]> {
    const lost: string[] = [];
    for (const video of new Set([...this.#flags.keys(), ...this.#positions.keys()])) {
      let found = await this.read(video);
      for (let attempt = 0; found === null && attempt < 20; attempt += 1) {
        await pause(500);
        found = await this.read(video);
      }
      lost.push(...(found ?? [`video ${video} cannot be read`]));
    }
    if (lost.length > 0) for (const map of [this.#flags, this.#positions]) map.clear();
    return lost;
  }
}
