import { JAPAN } from "@manabiya/contract/rules/japan-day.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import type { PlaybackState } from "@manabiya/contract/staff/videos.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../db/open.ts";
import type { AskPlayback } from "./ask.ts";
import { type CheckedVideo, listDueVideos, NIGHT_APART, recordCheck } from "./queries.ts";

/** Milliseconds ahead of UTC. */
/** Hours of Japan's night, in which few members watch: from, and before. */
const NIGHT: readonly [number, number] = [1, 6];

/** Videos of one run. Five runs a night check 6,000. */
const RUN_MAX = 1_200;
/** Milliseconds of one run: other jobs of this process wait for it. */
const RUN_TIME = 10 * 60_000;

/** Milliseconds, all of them. */
interface Pace {
  /** Between two requests to a host. A host gets one request at a time. */
  gap: number;
  /** After the first unclear answer; it doubles with each further one. */
  backoff: number;
  /** The longest wait. A host that asks for a longer one gets no further requests in this run. */
  backoffMax: number;
}

const PACE: Pace = { gap: 400, backoff: 2_000, backoffMax: 60_000 };

/** Unclear answers in a row after which a host gets no further requests in this run. */
const UNCLEAR_MAX = 3;

/** A host that refuses more than this number, and more than half of a run, is rather blocking this service. */
const MASS_REFUSALS = 5;

interface PatrolDeps {
  db: Database;
  ask: AskPlayback;
  now: () => number;
  logger: Pick<FastifyBaseLogger, "info">;
  pace?: Pace;
}

/**
 * Checks published videos at night, each once a day. An unclear answer changes nothing, so the next run asks again.
 * @param stop aborted: the run ends early, and another one does the rest
 */
export async function patrolVideos(
  { db, ask, now, logger, pace = PACE }: PatrolDeps,
  stop: AbortSignal,
): Promise<void> {
  const hour = new Date(now() + JAPAN).getUTCHours();
  if (hour < NIGHT[0] || hour >= NIGHT[1]) return;
  const at = (ms: number) => new Date(ms).toISOString();
  const due = await listDueVideos(db, [at(now()), at(now() - NIGHT_APART), RUN_MAX]);
  const signal = AbortSignal.any([stop, AbortSignal.timeout(RUN_TIME)]);
  const hosts = Object.entries(Object.groupBy(due, ({ host }) => host)) as [VideoHost, CheckedVideo[]][];
  await Promise.all(
    hosts.map(async ([host, videos]) => {
      const { refused, answers } = await askAll(videos, { host, db, ask, now, logger, pace, signal });
      const isMass = refused.length > MASS_REFUSALS && refused.length * 2 > answers;
      if (isMass) logger.info({ host, refused: refused.length, answers }, "a video host refuses most videos");
      for (const { video, state } of refused) await recordCheck(db, { video, state, isClear: !isMass, now: now() });
    }),
  );
  stop.throwIfAborted();
}

interface Refusal {
  video: CheckedVideo;
  state: PlaybackState;
}

/** Asks one host about its videos and stores those that play. @returns the refusals that the host repeated */
async function askAll(
  videos: CheckedVideo[],
  { host, db, ask, now, logger, pace, signal }: Required<PatrolDeps> & { host: VideoHost; signal: AbortSignal },
): Promise<{ refused: Refusal[]; answers: number }> {
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);
  let unclear = 0;
  let answers = 0;

  const askPolitely = async (video: CheckedVideo): Promise<PlaybackState | null> => {
    if (signal.aborted || unclear >= UNCLEAR_MAX) return null;
    const answer = await ask(video, signal);
    if (typeof answer === "string") {
      unclear = 0;
      if (host !== "file") await pause(pace.gap);
      return answer;
    }
    if (signal.aborted) return null;
    const isBusy = (answer.retryAfter ?? 0) > pace.backoffMax;
    unclear = isBusy ? UNCLEAR_MAX : unclear + 1;
    if (unclear === UNCLEAR_MAX) logger.info({ host, reason: answer.reason }, "a video host does not answer");
    else await pause(Math.min(answer.retryAfter ?? pace.backoff * 2 ** (unclear - 1), pace.backoffMax));
    return null;
  };

  const first: CheckedVideo[] = [];
  for (const video of videos) {
    const state = await askPolitely(video);
    if (state !== null) answers += 1;
    if (state === "plays") await recordCheck(db, { video, state, isClear: true, now: now() });
    else if (state !== null) first.push(video);
  }
  // A second answer some time later tells a video from a passing error of its host.
  const refused: Refusal[] = [];
  for (const video of first) {
    const state = await askPolitely(video);
    if (state === "plays") await recordCheck(db, { video, state, isClear: true, now: now() });
    else if (state !== null) refused.push({ video, state });
  }
  return { refused, answers };
}
