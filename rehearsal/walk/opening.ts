import { contract } from "@manabiya/contract";
import { runCommand } from "../server-process.ts";
import { someVideo } from "../videos.ts";
import { see } from "./see.ts";
import type { Step } from "./step.ts";

const ready: Step = {
  title: "the service is ready",
  remedy: "read the lines of the log above; npm run build makes the pages",
  run: async ({ rehearsal: { url, environment } }) => {
    const answer = await fetch(`${url}/health/ready`);
    see(answer.status === 200, `/health/ready answers ${answer.status}`);
    const page = await (await fetch(`${url}/landing`)).text();
    const name = environment["SITE_NAME"] ?? "学び舎";
    see(page.includes(name), `/landing does not name ${name}`);
    const hidden = await fetch(`${url}/sandbox/`);
    see(hidden.status === 404, `the production server answers ${hidden.status} on /sandbox/`);
    return `${name} at ${url}`;
  },
};

const account: Step = {
  title: "stripe-setup made an account in which stripe-check finds nothing wrong",
  remedy: "docs/stripe.md",
  run: async ({ rehearsal: { environment } }) => {
    const lines = (await runCommand(["manage", "stripe-check"], environment)).trim().split("\n");
    return `${lines.filter((line) => line.startsWith("ok")).length} lines ok`;
  },
};

const freeWeek: Step = {
  title: "a visitor signs up for a week free, and a film plays",
  remedy: "compare DATA_DIR and the log; members need a published video",
  run: async (visit) => {
    const { caller } = await visit.signUp("trial", "trial");
    const { trial_days_left: days } = await caller.call(contract.profile.get);
    see(days === 7, `the profile says ${days} days`);
    const id = await someVideo(caller);
    see(id !== undefined, "the home page shows no video");
    const { source_url } = await caller.call(contract.videos.get, { params: { id } });
    see(source_url !== null, "the video has no address");
    const film = await fetch(new URL(source_url, visit.rehearsal.url), { headers: { range: "bytes=0-99" } });
    see(film.status === 206, `the film answers ${film.status}`);
    return "7 days left";
  },
};

export const opening = [ready, account, freeWeek];
