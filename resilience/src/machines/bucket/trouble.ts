// The bucket is away, slow, frozen, full, lies, or has another time.
import { setTimeout as pause } from "node:timers/promises";
import { VIDEO_PART_MAX_BYTES } from "@manabiya/contract/staff/video-files.ts";
import { type Application, BUCKET, type Scene } from "./application.ts";
import { type Answered, type Client, fetched, film } from "./client.ts";
import type { BucketDrill } from "./judge.ts";
import type { Film } from "./works.ts";

const AWAY = "503 storage_unavailable";
const FULL = "507 storage_full";
/** Staff who upload at once: more than connections in the pool. */
const UPLOADERS = 15;
const PLAYERS = 20;
/** Bytes of a part that the browser sends. */
const BROWSER_PART = 1024 * 1024;
/** Bytes that each player takes, longer than a part of an upload may wait on the slow network. */
const TAKEN = 1_000_000;
/** Milliseconds after which a trouble that has ended counts as one that goes on. */
const PATIENCE = 60_000;
/** Members who call at once, and milliseconds for which they do. */
const CALLERS = 10;
const CALLS_BEFORE = 4_000;
const CALLS_MEANWHILE = 8_000;
const SHIFT = "+40m";

type Seen = Pick<BucketDrill, "refusals" | "lost" | "recoveries" | "others" | "clock">;

export async function troubles(scene: Scene, application: Application, films: Film[]): Promise<Seen> {
  const seen: Seen = {
    refusals: [],
    lost: [],
    recoveries: [],
    others: [],
    clock: { failed: [], isLogged: false, metric: 0 },
  };
  const { swift, network } = scene;
  const drill = new Troubled(application, seen, films);
  await drill.during("away", AWAY, { begin: () => swift.kill("proxy"), end: () => swift.run("proxy") });
  await drill.during("quota used up", FULL, {
    begin: () => swift.limit(BUCKET, 1),
    end: () => swift.limit(BUCKET, null),
  });
  await drill.during("disk of the bucket full", AWAY, {
    begin: () => swift.run("object", { isFull: true }),
    end: () => swift.run("object"),
  });
  await drill.truncated((isTruncating) => (network.weather = isTruncating ? "truncating" : "clear"));
  await drill.held("slow", (isSlow) => (network.weather = isSlow ? "slow" : "clear"));
  await drill.held("frozen", (isFrozen) => swift.freeze(isFrozen));
  await swift.run("proxy", { clock: SHIFT });
  await drill.clock();
  await swift.run("proxy");
  await drill.clockIsRight();
  await drill.compareAll();
  return seen;
}

class Troubled {
  readonly #application: Application;
  readonly #staff: Client;
  readonly #seen: Seen;
  readonly #films: Film[];

  constructor(application: Application, seen: Seen, films: Film[]) {
    this.#application = application;
    this.#staff = application.staff;
    this.#seen = seen;
    this.#films = films;
  }

  /** An upload meets the trouble in its middle, and goes on afterwards. */
  async during(trouble: string, expected: string, { begin, end }: Record<"begin" | "end", () => Promise<void>>) {
    const content = film(2 * VIDEO_PART_MAX_BYTES + 5);
    const id = await this.#staff.startUpload(content.length);
    await this.#staff.append(id, content, 0);
    await begin();
    this.#refused(
      `${trouble}: a part of an upload`,
      await this.#staff.append(id, content, VIDEO_PART_MAX_BYTES),
      expected,
    );
    this.#refused(`${trouble}: a picture`, await this.#staff.sendPicture(1), expected);
    if (trouble === "away") await this.#view(trouble);
    await end();
    await this.#recovers(trouble, () => this.#staff.append(id, content, VIDEO_PART_MAX_BYTES));
    await this.#publish(await this.#staff.complete(id, content, 2 * VIDEO_PART_MAX_BYTES), content);
    console.log(`${trouble}: done`);
  }

  /** The server must not store half of what it had acknowledged. */
  async truncated(setTruncating: (isTruncating: boolean) => void): Promise<void> {
    const content = film(2 * VIDEO_PART_MAX_BYTES);
    const id = await this.#staff.startUpload(content.length);
    for (const offset of [0, VIDEO_PART_MAX_BYTES]) await this.#staff.append(id, content, offset);
    setTruncating(true);
    this.#refused("half answers: the end of an upload", await this.#staff.finish(id), AWAY);
    setTruncating(false);
    console.log("half answers: done");
    await this.#publish(await this.#staff.stored(id), content);
  }

  /** Everybody else goes on while many requests wait for the bucket. */
  async held(trouble: string, set: (isHeld: boolean) => void): Promise<void> {
    const content = film(BROWSER_PART);
    const address = await this.#addressOf(this.#films.at(-1));
    const begin = async () => {
      const ids = await Promise.all(Array.from({ length: UPLOADERS }, () => this.#staff.startUpload(content.length)));
      return () => ({
        appended: ids.map((id) => this.#staff.append(id, content, 0)),
        views: Array.from({ length: PLAYERS }, () => fetched(address, { range: `bytes=0-${TAKEN}` })),
      });
    };
    const well = (await begin())();
    const { p99: before } = await this.#callOthers(CALLS_BEFORE);
    await Promise.all([...well.appended, ...well.views]);
    const memory = await this.#application.memory();
    const start = await begin();
    set(true);
    const { appended, views } = start();
    const others = await this.#callOthers(CALLS_MEANWHILE);
    const growth = Math.max(0, (await this.#application.memory()) - memory);
    this.#seen.others.push({ trouble, before, growth, ...others });
    for (const answer of await Promise.all(appended)) this.#refused(`${trouble}: a part of an upload`, answer, AWAY);
    set(false);
    const id = await this.#staff.startUpload(content.length);
    await this.#recovers(trouble, () => this.#staff.append(id, content, 0));
    await this.#publish(await this.#staff.stored(id), content);
    await Promise.all(views);
    console.log(
      `${trouble}: ${others.calls} other calls, p99 ${others.p99.toFixed(0)} ms, ${before.toFixed(0)} before`,
    );
  }

  async clock(): Promise<void> {
    const content = film(VIDEO_PART_MAX_BYTES + 5);
    const { clock } = this.#seen;
    try {
      const id = await this.#staff.startUpload(content.length);
      await this.#staff.complete(id, content);
      await this.#viewByTime("the clock is wrong");
    } catch (error) {
      clock.failed.push(`${(error as Error).message}: ${await this.#lastCause()}`);
    }
    clock.metric = await this.#application.metric(/^manabiya_storage_clock_offset_seconds (\S+)$/gm);
    clock.isLogged = (await this.#application.log()).includes("the clock of this machine differs from the bucket's");
  }

  async #lastCause(): Promise<string> {
    const lines = (await this.#application.log()).split("\n").filter((line) => line.includes("cause"));
    return lines.at(-1)?.slice(0, 500) ?? "";
  }

  async clockIsRight(): Promise<void> {
    await this.#viewByTime("the clock is right again");
  }

  async compareAll(): Promise<void> {
    for (const each of this.#films) {
      const { status, content } = await fetched(await this.#addressOf(each));
      if (content.equals(each.content)) continue;
      this.#seen.lost.push(`${each.file}: ${status}, ${content.length} bytes: ${content.subarray(0, 300).toString()}`);
    }
  }

  /** @param append sends a part that the trouble refused */
  async #recovers(trouble: string, append: () => Promise<Answered>): Promise<void> {
    const from = performance.now();
    const elapsed = () => performance.now() - from;
    while ((await append()).status !== 200) {
      if (elapsed() > PATIENCE) throw new Error(`${trouble}: uploads did not go on`);
      await pause(100);
    }
    this.#seen.recoveries.push({ trouble, seconds: elapsed() / 1000 });
  }

  #refused(what: string, answer: Answered, expected: string): void {
    this.#seen.refusals.push({ what, answer, expected });
  }

  #addressOf(each: Film | undefined): Promise<string> {
    return this.#application.client(1).addressOf(each?.video ?? 0);
  }

  async #publish(file: string, content: Film["content"]): Promise<void> {
    this.#films.push({ file, content, video: await this.#staff.publish(file) });
  }

  async #viewByTime(time: string): Promise<void> {
    const { status } = await fetched(await this.#addressOf(this.#films[0]), { range: "bytes=0-9" });
    if (status !== 206) this.#seen.clock.failed.push(`a view when ${time}: ${status}`);
  }

  async #view(trouble: string): Promise<void> {
    const { pathname, search } = new URL(await this.#addressOf(this.#films[0]));
    this.#refused(`${trouble}: a view`, await this.#application.client(1).call("GET", pathname + search), AWAY);
  }

  async #callOthers(duration: number): Promise<{ calls: number; failed: string[]; p99: number }> {
    const times: number[] = [];
    const failed: string[] = [];
    const end = performance.now() + duration;
    const call = async (member: number) => {
      const client = this.#application.client(member);
      for (let turn = 0; performance.now() < end; turn++) {
        const video = 1 + ((member * 7 + turn) % 190);
        const { status, seconds } =
          turn % 3 === 0
            ? await client.json("POST", `/api/videos/${video}/favorite/`, { is_favorite: turn % 2 === 0 })
            : await client.call("GET", turn % 3 === 1 ? "/api/home/" : "/api/favorites/");
        times.push(seconds * 1000);
        if (status !== 200) failed.push(`${status}`);
        await pause(20);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, n) => call(n + 1)));
    times.sort((a, b) => a - b);
    return { calls: times.length, failed, p99: times[Math.floor(times.length * 0.99)] ?? Infinity };
  }
}
