import { staff } from "@manabiya/contract/staff/staff.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginSession } from "../../accounts/session/session.ts";
import { uploadVideoFile } from "./upload-video-file.ts";

const TARO = { id: 7, username: "太郎", subscription_status: "active" } as const;
const ID = "0b5c6f0e-0000-4000-8000-000000000000";
const FILE = new File(["film"], "lesson.webm", { lastModified: 1 });
const FINISH = staff.videoFiles.finish.url.replace(":id", ID);

const begun = () => Response.json({ id: ID, size: FILE.size, received: FILE.size }, { status: 201 });
const busy = () => Response.json({ error: "保存中", type: "busy", message: "" }, { status: 409 });
const missing = () => Response.json({ error: "なし", type: "not_found", message: "" }, { status: 404 });
const finished = () => Response.json({ video_id: `${ID}.webm` });
const unanswered = () => {
  throw new TypeError("no answer");
};

let asked: string[];

beforeEach(() => {
  beginSession({ user: TARO, token: { access: "a", refresh: "r" } });
  asked = [];
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The server at the other end of the network: what it says to the last step, one time after the other. */
function connect(answers: (() => Response)[]): void {
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    if (path === FINISH) return (answers.shift() ?? missing)();
    return method === "POST" ? begun() : missing();
  });
}

const upload = (signal = new AbortController().signal) =>
  uploadVideoFile(FILE, { onProgress: () => {}, signal });

/** Lets as much time pass as it waits for. */
async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  void work.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  return work;
}

test("a file that takes long to store is waited for", async () => {
  connect([unanswered, busy, busy, finished]);
  expect(await whileTimePasses(upload())).toBe(`${ID}.webm`);
  expect(asked.filter((line) => line.endsWith(FINISH))).toHaveLength(4);
});

test("whoever is offline is told so, and is not sent anything anew once the file turns out to be stored", async () => {
  connect([unanswered, unanswered, unanswered, unanswered, finished]);
  await expect(whileTimePasses(upload())).rejects.toThrow("サーバーとの通信に失敗しました。");
  asked = [];
  expect(await upload()).toBe(`${ID}.webm`);
  expect(asked).toEqual([`GET ${staff.videoFiles.get.url.replace(":id", ID)}`, `POST ${FINISH}`]);
});

test("a file that was refused is begun anew the next time", async () => {
  connect([missing, finished]);
  await expect(upload()).rejects.toMatchObject({ status: 404 });
  expect(await upload()).toBe(`${ID}.webm`);
  expect(asked.filter((line) => line === `POST ${staff.videoFiles.start.url}`)).toHaveLength(2);
});

test("waiting can be stopped", async () => {
  const stop = new AbortController();
  connect([busy, finished]);
  const stopped = upload(stop.signal);
  stop.abort();
  await expect(whileTimePasses(stopped)).rejects.toBe(stop.signal.reason);
});

test("a pause before the first byte is a pause", async () => {
  const stop = new AbortController();
  const reason = new Error("paused");
  vi.stubGlobal("fetch", async () => {
    stop.abort(reason);
    return Response.json({ id: ID, size: FILE.size, received: 0 }, { status: 201 });
  });
  await expect(upload(stop.signal)).rejects.toBe(reason);
});
