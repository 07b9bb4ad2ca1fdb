import { join } from "node:path";
import { TOTP } from "otpauth";
import type { Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import type { SearchTerm, VideoFigures } from "@manabiya/contract/staff/figures.ts";
import { runProgram } from "../service.ts";
import { Business, PASSWORD } from "./business.ts";
import { DEVICES } from "./operator.ts";
import { eventually } from "./facts.ts";

/** Its host says that it was removed. */
export const DEAD_VIDEO = "配信元から消えた動画";
export const WATCHED_VIDEO = "視聴時間を測る動画";
export const WATCHED_SECONDS = 45;
export const MISSING_KEYWORD = "だれも教えない話題";
/** The demo's monthly member renews in 17.6 days. The provider tries a refused card again for two weeks. */
const DAYS_TO_RENEWAL = 19;

/** The business of the drill: it ran for three weeks, and what the tasks look for has happened. */
export async function openBusiness(): Promise<Business> {
  const business = await Business.open();
  try {
    // A code counts by the application's clock, so it is made before the clock moves.
    for (const device of DEVICES) business.lockedOut.set(device, await employWithSecondFactor(business));
    await letRenewalFail(business);
    await moveClock(business, DAYS_TO_RENEWAL);
    await business.openDesk();
    await loseVideo(business);
    await watch(business);
    await search(business);
    // The figures of a day are closed some hours after its end.
    await moveClock(business, 2);
    await needsOf(business, ["failing_payments", "unplayable_videos", "empty_searches"]);
    const { code, output } = await runProgram("backup", ["--to", join(business.dataDir, "backup")], {
      DATA_DIR: business.dataDir,
    });
    if (code !== 0) throw new Error(output);
    return business;
  } catch (error) {
    await business.stop();
    await business.remove();
    throw error;
  }
}

async function employWithSecondFactor(business: Business) {
  const colleague = await business.employ();
  const { token } = await business.logIn(colleague.email);
  const send = <T>(path: string, body: object) =>
    business.call<T>("POST", `/api/profile/second-factor/${path}`, { token: token.access, body });
  const { secret } = await send<{ secret: string }>("", { password: PASSWORD });
  await send("confirm/", { code: new TOTP({ secret }).generate() });
  return colleague;
}

/** The demo's monthly member changes to a card that is refused at the next renewal. */
async function letRenewalFail(business: Business): Promise<void> {
  const { token } = await business.logInDemo("member");
  const { url } = await business.call<{ url: string }>("POST", "/api/subscription/customer-portal/", {
    token: token.access,
    body: { return_url: `${business.address}/profile` },
  });
  await business.typeCard(url, "4000 0000 0000 0341");
}

async function moveClock(business: Business, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await fetch(`${business.address}/sandbox/clock`, { method: "POST", body: new URLSearchParams({ jump: "day" }) });
    await eventually("the next day", async () => {
      const page = await (await fetch(`${business.address}/sandbox/`)).text();
      return page.includes(">1日進める<") ? true : undefined;
    });
  }
}

async function loseVideo(business: Business): Promise<void> {
  const { id, video_id } = await business.makeVideo(DEAD_VIDEO);
  business.hosts.statuses.set(`https://www.youtube.com/watch?v=${video_id}`, 404);
  await business.as("editor", "POST", `/api/admin/videos/${id}/check/`);
}

/** Waits until the morning page names these tasks. */
async function needsOf(business: Business, kinds: readonly string[]): Promise<void> {
  await eventually(`the tasks ${kinds.join(", ")}`, async () => {
    const { needs } = await business.as<Dashboard>("owner", "GET", "/api/admin/dashboard/");
    const there = needs.flatMap(({ kind, count }) => (count === 1 ? [kind] : []));
    return kinds.every((kind) => there.includes(kind)) ? true : undefined;
  });
}

async function watch(business: Business): Promise<void> {
  const { id } = await business.makeVideo(WATCHED_VIDEO);
  const { token } = await business.logInDemo("yearly");
  const report = (body?: object) =>
    business.call("POST", `/api/videos/${id}/progress/`, { token: token.access, ...(body && { body }) });
  await report();
  for (let position = 5; position <= WATCHED_SECONDS; position += 5) await report({ position, duration: 100 });
  await eventually("the watch time", async () => {
    const { results } = await business.as<{ results: VideoFigures[] }>(
      "editor",
      "GET",
      "/api/admin/figures/videos/?days=7",
    );
    return results.find((video) => video.id === id && video.watch_seconds === WATCHED_SECONDS);
  });
}

async function search(business: Business): Promise<void> {
  for (const name of ["yearly", "trial", "expired", "inactive"]) {
    const { token } = await business.logInDemo(name);
    const path = `/api/videos/search/?q=${encodeURIComponent(MISSING_KEYWORD)}`;
    await business.call("GET", path, { token: token.access });
  }
  await eventually("the keyword", async () => {
    const { missing } = await business.as<{ missing: SearchTerm[] }>("editor", "GET", "/api/admin/figures/searches/");
    return missing.find(({ term }) => term === MISSING_KEYWORD);
  });
}
