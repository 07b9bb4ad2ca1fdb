import { contract } from "@manabiya/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginSession } from "../../session/session.ts";
import { uploadVideoFile } from "./upload-video-file.ts";

const TARO = { id: 7, username: "太郎", subscription_status: "active" } as const;
const ID = "0b5c6f0e-0000-4000-8000-000000000000";
const FILE = new File(["film"], "lesson.webm", { lastModified: 1 });
const FINISH = contract.videoFiles.finish.url.replace(":id", ID);

const begun = () => Response.json({ id: ID, size: FILE.size, received: FILE.size }, { status: 201 });
const busy = () => Response.json({ error: "保存中", type: "busy", message: "" }, { status: 409 });
const missing = () => Response.json({ error: "なし", type: "not_found", message: "" }, { status: 404 });
const finished = () => Response.json({ video_id: `${ID}.webm` });
const unanswered = () => {
  throw new TypeError("no answer");
};

let requests: string[];

beforeEach(() => {
  beginSession({ user: TARO, token: { access: "a", refresh: "r" } });
  requests = [];
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Stands in for the server: `answers` are its successive answers to the last step. */
function connect(answers: (() => Response)[]): void {
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    if (path === FINISH) return (answers.shift() ?? missing)();
    return method === "POST" ? begun() : missing();
  });
}

const upload = (signal = new AbortController().signal) => uploadVideoFile(FILE, { onProgress: () => {}, signal });

/** Advances the fake clock until `work` settles. */
async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  void work.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  return work;
}

test("polls until a large file is stored", async () => {
  connect([unanswered, busy, busy, finished]);
  expect(await whileTimePasses(upload())).toEqual({ video_id: `${ID}.webm` });
  expect(requests.filter((line) => line.endsWith(FINISH))).toHaveLength(4);
});

test("reports a lost connection, and sends nothing again if the file is stored", async () => {
  connect([unanswered, unanswered, unanswered, unanswered, finished]);
  await expect(whileTimePasses(upload())).rejects.toThrow("サーバーとの通信に失敗しました。");
  requests = [];
  expect(await upload()).toEqual({ video_id: `${ID}.webm` });
  expect(requests).toEqual([`GET ${contract.videoFiles.get.url.replace(":id", ID)}`, `POST ${FINISH}`]);
});

test("starts over after the server refused the file", async () => {
  connect([missing, finished]);
  await expect(upload()).rejects.toMatchObject({ status: 404 });
  expect(await upload()).toEqual({ video_id: `${ID}.webm` });
  expect(requests.filter((line) => line === `POST ${contract.videoFiles.start.url}`)).toHaveLength(2);
});

test("stops polling when it is aborted", async () => {
  const stop = new AbortController();
  connect([busy, finished]);
  const stopped = upload(stop.signal);
  stop.abort();
  await expect(whileTimePasses(stopped)).rejects.toBe(stop.signal.reason);
});

test("stops when it is paused before the first byte", async () => {
  const stop = new AbortController();
  const reason = new Error("paused");
  vi.stubGlobal("fetch", async () => {
    stop.abort(reason);
    return Response.json({ id: ID, size: FILE.size, received: 0 }, { status: 201 });
  });
  await expect(upload(stop.signal)).rejects.toBe(reason);
});
