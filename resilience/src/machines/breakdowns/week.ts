// A week in which nothing breaks that needs the owner: members and staff do what they do on any day. The timer does not run in
// it, since it compares the clocks of PostgreSQL and of the card provider; after each repair of a breakdown it told of nothing.
import { setTimeout as pause } from "node:timers/promises";
import { contract } from "@manabiya/contract";
import { Caller } from "@manabiya/rehearsal/caller.ts";
import { type Finding, none } from "../../finding.ts";
import { addVideo, Person } from "./people.ts";
import { GONE, type OwnersMail, type Site } from "./site.ts";
import { sorted } from "./tells.ts";

const MINUTE = 60_000;

/** A task of today, as the morning's mail has it. */
const TASK = /^・/m;

const DAYS: ((site: Site) => Promise<unknown>)[] = [
  async (site) => {
    await Person.signUp(site, "trying", "trial");
    await (await Person.signUp(site, "buyer")).buy();
  },
  async (site) => {
    const ids = [await addVideo(site, "weekvideo01"), await addVideo(site, "weekvideo02")];
    await addVideo(site, "weekvideo03", "draft");
    const member = await Person.signUp(site, "listener");
    await member.buy();
    for (const id of ids) {
      await member.caller.call(contract.videos.get, { params: { id } });
      await member.caller.call(contract.favorites.toggle, { params: { id } });
    }
    await member.caller.call(contract.search.videos, { query: `q=${encodeURIComponent("動画")}` });
  },
  // YouTube answers nothing for a night.
  async (site) => void site.hosts.statuses.set("https://www.youtube.com/watch?v=weekvideo01", 503),
  async (site) => {
    site.hosts.statuses.clear();
    const { email } = await Person.signUp(site, `${GONE}typo`);
    await new Caller(site.url).call(contract.auth.requestPasswordReset, { body: { email } });
  },
  // An upgrade, and a restart of the database.
  async (site) => {
    await site.stop();
    await site.start();
    await site.postgres.stop();
    await site.postgres.start();
    await site.server?.isReady(site.url);
  },
  // The card provider is away for a quarter of an hour.
  async (site) => {
    site.sandbox.failures.add({ mode: "down" });
    await site.move(15 * MINUTE);
    site.sandbox.failures.clear();
  },
  async (site) => {
    const member = await Person.signUp(site, "leaving");
    await member.buy();
    await member.caller.call(contract.subscription.cancel);
  },
];

export async function liveQuietWeek(site: Site): Promise<Finding[]> {
  const heard: OwnersMail[] = [];
  const failed: string[] = [];
  for (const live of DAYS) {
    await site.moveTo(10);
    await live(site);
    await site.moveTo(3, 10);
    if ((await site.backUp(site.backups)) !== 0) failed.push("a nightly backup");
    if ((await site.verify(site.backups)) !== 0) failed.push("a restore test");
    await pause(6_000);
    heard.push(...site.newMails());
  }
  const { alerts, digests } = sorted(heard);
  for (const { subject, text } of heard) console.log(`In the week: ${subject}: ${text.split("\n")[0]}`);
  return [
    none(
      "a quiet week: mails of trouble",
      alerts.map(({ subject, text }) => `${subject}: ${text.slice(0, 200)}`),
    ),
    none(
      `a quiet week: morning's mails without a task, of ${digests.length}`,
      digests.filter(({ text }) => !TASK.test(text)).map(({ text }) => text),
    ),
    none("a quiet week: nightly work that failed", failed),
  ];
}
