import { type Outcome, repeat, send, type Target } from "../target.ts";

const POSTS = 1_500;
const CONCURRENCY = 50;

/** Other paths than calls of the API: their requests must take no slot that nobody releases. */
const PATHS = ["/x", "/landing", "/%61pi/history/", "/api/auth/login/", "/assets/none.js"];

/** Small POSTs to any path must not close the API to members. */
export async function run(target: Target): Promise<Outcome> {
  const { members } = target;
  let isOver = false;
  const refused: number[] = [];
  const member = async () => {
    while (!isOver) {
      const { status } = await send(target, "/api/home/", { headers: members.headers(1) });
      if (status === 503) refused.push(status);
    }
  };
  const running = member();
  await repeat(POSTS, CONCURRENCY, (index) => send(target, PATHS[index % PATHS.length] ?? "/", { body: {} }));
  isOver = true;
  await running;
  return { attempts: POSTS, succeeded: refused.length };
}
