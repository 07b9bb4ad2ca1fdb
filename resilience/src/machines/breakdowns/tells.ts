// Troubles of which the running server tells by mail, by a clock that moves.
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { contract } from "@manabiya/contract";
import { Caller } from "@manabiya/rehearsal/caller.ts";
import { mp4Film } from "@manabiya/server/test/testing/films.ts";
import type { Heard } from "./judge.ts";
import { addFilm, addVideo, FAILS_LATER, Person } from "./people.ts";
import { GONE, type OwnersMail, REPORTS_SECRET, type Site } from "./site.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds from what the server knows to the mail. */
const PROMPT = 5 * MINUTE;

const DIGEST = /の確認事項$/;

interface Trouble {
  /** @returns when the server could know of it, milliseconds since 1970; default: when the cause began */
  cause: (site: Site) => Promise<number | void>;
  repair?: (site: Site) => Promise<unknown>;
  /** Milliseconds. */
  promised: number;
  /** Milliseconds that pass before anybody can notice. */
  after?: number;
  says: RegExp;
  todo: RegExp;
  /** It is told in the morning's mail alone. */
  inMorning?: true;
}

async function dispute(site: Site, name: string): Promise<string> {
  const person = await Person.signUp(site, name);
  await person.buy();
  const { id } = site.sandbox.simulate.dispute(person.charge);
  await site.sandbox.webhooks.idle();
  return id;
}

/** A member pays, whom the drill has do something else later. */
async function payer(site: Site, name: string): Promise<Person> {
  const person = await Person.signUp(site, name);
  await person.buy();
  return person;
}

async function returnedRefund(site: Site): Promise<void> {
  const { charge } = await payer(site, "returned");
  const headers = { authorization: `Bearer ${site.sandbox.secretKey}` };
  const body = new URLSearchParams({ charge, amount: "500" });
  const answer = await fetch(`${site.sandbox.url}/v1/refunds`, { method: "POST", headers, body });
  const { id } = (await answer.json()) as { id: string };
  await site.sandbox.webhooks.idle();
  site.sandbox.simulate.failRefund(id);
  await site.sandbox.webhooks.idle();
}

/** A month later the cards of three members fail. */
async function failingCards(site: Site): Promise<number> {
  for (const name of ["card-one", "card-two", "card-three"]) {
    const person = await payer(site, name);
    await person.useCard(FAILS_LATER);
  }
  // The backups of the month.
  await site.safeguard(32 * DAY);
  let knows = 0;
  for (let days = 0; days < 32; days += 8) {
    knows = site.now() + 8 * DAY;
    await site.move(8 * DAY);
  }
  return knows;
}

async function forgetPasswords(site: Site, names: string[]): Promise<void> {
  for (const name of names) {
    const person = await Person.signUp(site, name);
    await new Caller(site.url).call(contract.auth.requestPasswordReset, { body: { email: person.email } });
  }
}

const five = (word: string) => Array.from({ length: 5 }, (_, index) => `${word}-${index}`);

async function removeFilm(site: Site): Promise<void> {
  const name = await addFilm(site, mp4Film());
  await site.films.remove("videos", name);
}

async function damagedBackup(site: Site): Promise<void> {
  const folder = join(site.folder, "backups", "damaged");
  await site.backUp(folder);
  const table = (await readdir(join(folder, "tables"))).find((name) => name.startsWith("users"));
  await writeFile(join(folder, "tables", table ?? "users"), "lost");
  if ((await site.verify(folder)) === 0) throw new Error("The damaged backup passed its test.");
}

async function spamComplaint(site: Site): Promise<void> {
  const { email } = await Person.signUp(site, "annoyed");
  const answer = await fetch(`${site.url}/api/mail-reports/${REPORTS_SECRET}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ RecordType: "SpamComplaint", Type: "SpamComplaint", Email: email }),
  });
  if (!answer.ok) throw new Error(`The report was answered with ${answer.status}.`);
}

/** An hour without a mail server. @returns when it was back */
async function mailServerAway(site: Site): Promise<number> {
  await site.smtp.stop();
  await forgetPasswords(site, five("waiting"));
  for (let minutes = 0; minutes < 60; minutes += 20) await site.move(20 * MINUTE);
  await site.smtp.start();
  return site.now();
}

const LOOKED_AT = /「対応済みにする」を押してください。[^]*\/admin\/alerts/;
const UNPLAYABLE = { says: /再生できない動画が\d本あります$/, todo: /非公開にしてください。[^]*show=unplayable/ };

const TROUBLES: Record<string, Trouble> = {
  "a member disputes a payment": {
    cause: async (site) => void (await dispute(site, "disputing")),
    promised: PROMPT,
    says: /異議申し立てが\d件あります（証拠の提出期限は\d+月\d+日 \d+:\d\d）$/,
    todo: /証拠を提出してください。[^]*\/admin\/alerts/,
  },
  "the dispute is lost": {
    cause: async (site) => {
      const open = site.sandbox.world.store.all("dispute").at(-1);
      site.sandbox.simulate.closeDispute(open?.id ?? "", "lost");
      await site.sandbox.webhooks.idle();
    },
    promised: PROMPT,
    says: /確認が必要な請求・契約が\d件あります$/,
    todo: LOOKED_AT,
  },
  "a bank warns of fraud": {
    cause: async (site) => {
      site.sandbox.simulate.warnOfFraud((await payer(site, "stolen")).charge);
      await site.sandbox.webhooks.idle();
    },
    promised: PROMPT,
    says: /確認が必要な請求・契約が\d件あります$/,
    todo: LOOKED_AT,
  },
  "a bank sends a refund back": {
    cause: returnedRefund,
    promised: PROMPT,
    says: /確認が必要な請求・契約が\d件あります$/,
    todo: LOOKED_AT,
  },
  "five mails are refused for good": {
    cause: (site) => forgetPasswords(site, five(`${GONE}member`)),
    promised: PROMPT,
    says: /送信できていないメールが\d+件あります$/,
    todo: /「再送信」か「破棄」を押してください。[^]*\/admin\/mails/,
    repair: async (site) => {
      const superuser = await site.superuser();
      const failed = await superuser.call(contract.adminMails.failed);
      for (const { id } of failed) await superuser.call(contract.adminMails.discard, { params: { id } });
      await site.move(26 * HOUR);
    },
  },
  "the mail server is away for an hour": {
    cause: mailServerAway,
    // The longest wait between two attempts.
    promised: 30 * MINUTE + PROMPT,
    says: /送信できていないメールが\d+件あります$/,
    todo: /「再送信」か「破棄」を押してください。[^]*\/admin\/mails/,
  },
  "a job stands still, for the storage of films is away": {
    cause: ({ bucket }) => bucket.shut(),
    after: 2 * HOUR - 10 * MINUTE,
    promised: 2 * HOUR + PROMPT,
    says: /止まっている自動処理が1件あります（\d+月\d+日 \d+:\d\dから）$/,
    todo: /サーバーを管理している方に連絡してください。/,
    repair: async (site) => {
      await site.bucket.open();
      for (let hours = 0; hours < 2; hours += 1) await site.move(HOUR);
      await site.safeguard();
    },
  },
  "a video is made private at YouTube": {
    cause: async (site) => {
      await site.moveTo(6);
      const knows = site.now();
      await addVideo(site, "gonevideo01");
      site.hosts.statuses.set("https://www.youtube.com/watch?v=gonevideo01", 403);
      return knows;
    },
    promised: DAY,
    after: 23 * HOUR,
    ...UNPLAYABLE,
    repair: async (site) => site.safeguard(),
  },
  "a member disputes a payment while the night's look at 400 videos runs": {
    cause: async (site) => {
      // The look of the hour before finds nothing to do. A longer step would be a sleep, after which it came before the mails.
      await site.moveTo(0, 5);
      await site.move(61 * MINUTE);
      const columns = "title, host, video_id, created_at, published_at";
      const rows = "select 'n' || n, 'youtube', 'nightvideo' || n, now(), now() from generate_series(1, 400) n";
      await site.postgres.run(`insert into videos (${columns}) ${rows}`, "manabiya");
      await site.move(58 * MINUTE);
      await creep(site, 4 * MINUTE);
      await dispute(site, "disputing-at-night");
      return site.now();
    },
    promised: PROMPT,
    says: /異議申し立てが\d件あります（証拠の提出期限は\d+月\d+日 \d+:\d\d）$/,
    todo: /証拠を提出してください。[^]*\/admin\/alerts/,
    repair: async (site) => {
      await site.postgres.run("delete from videos where video_id like 'nightvideo%'", "manabiya");
      await site.allJobsEnd();
    },
  },
  "the file of a film is gone": {
    cause: async (site) => {
      await site.moveTo(6);
      const knows = site.now();
      await removeFilm(site);
      return knows;
    },
    promised: DAY,
    after: 23 * HOUR,
    ...UNPLAYABLE,
    repair: async (site) => site.safeguard(),
  },
  "a price differs at the card provider": {
    cause: async ({ sandbox }) => {
      const price = sandbox.world.store.all("price").find(({ recurring }) => recurring?.interval === "month");
      if (price) sandbox.world.transact(null, () => sandbox.world.store.put("price", { ...price, unit_amount: 1 }));
    },
    promised: DAY + PROMPT,
    after: DAY - 10 * MINUTE,
    says: /確認が必要な請求・契約が\d件あります$/,
    todo: LOOKED_AT,
    repair: async (site) => {
      const { sandbox } = site;
      const price = sandbox.world.store.all("price").find(({ recurring }) => recurring?.interval === "month");
      if (price) sandbox.world.transact(null, () => sandbox.world.store.put("price", { ...price, unit_amount: 1_500 }));
      await site.safeguard();
    },
  },
  "a member calls a mail spam": {
    cause: spamComplaint,
    promised: DAY,
    after: 23 * HOUR,
    says: /メールが届かない会員が\d+人います$/,
    todo: /\/admin\/members\?status=undeliverable/,
    inMorning: true,
    repair: async (site) => site.safeguard(),
  },
  "the cards of three members fail": {
    cause: failingCards,
    promised: PROMPT,
    says: /お支払いを確認できていない会員が3人います（次の自動決済は\d+月\d+日）$/,
    todo: /会員に連絡してください。[^]*status=payment_failing/,
  },
  "a backup does not restore": {
    cause: damagedBackup,
    promised: PROMPT,
    says: /バックアップの復元テストが成功していません/,
    todo: /復元テストを依頼してください。[^]*#backup/,
    repair: async (site) => site.safeguard(),
  },
  "no backup for two days": {
    cause: async () => undefined,
    promised: 2 * DAY + PROMPT,
    after: 2 * DAY - 10 * MINUTE,
    says: /\d+年\d+月\d+日以降、バックアップが取得されていません$/,
    todo: /バックアップの実行を依頼してください。[^]*#backup/,
    repair: async (site) => site.safeguard(),
  },
};

/** Milliseconds of each move: while nobody can know, before a mail can be due, and while one is. */
const STEPS = { long: 3 * HOUR, short: 45 * SECOND, fine: 10 * SECOND };

/** Milliseconds of the real clock in which the server looks for due jobs, and sends a mail. */
const LOOKS = 1_500;
const SENDS = 6_000;

export async function hearOfTroubles(site: Site, print: (heard: Heard) => void): Promise<void> {
  for (const [what, trouble] of Object.entries(TROUBLES)) {
    const { cause, repair, promised, after = 0, says, todo, inMorning = false } = trouble;
    // The job that writes to the owner has just run, so that the wait is the longest.
    await site.move(PROMPT + SECOND);
    const before = sorted(site.newMails()).alerts;
    for (const { subject } of before) console.log(`Before ${what}: ${subject}`);
    const began = site.now();
    const knows = (await cause(site)) ?? began;
    const found: OwnersMail[] = [];
    const look = () => {
      const { alerts, digests } = sorted(site.newMails());
      const named = digests.filter(({ text }) => text.split("\n").some((line) => says.test(line)));
      found.push(...(inMorning ? named : alerts));
      return found.length > 0;
    };
    const end = Math.max(knows + promised + 3 * MINUTE, site.now() + 3 * MINUTE);
    while (site.now() < knows + after && !look()) {
      await site.move(Math.min(STEPS.long, knows + after - site.now()));
      await until(look, SENDS);
    }
    if (!look() && after === 0) await creep(site, 3 * MINUTE);
    let told = await site.lastTold();
    while (site.now() < end && !look()) {
      await site.move(STEPS.fine, { isQuick: true });
      await until(look, LOOKS);
      const now = await site.lastTold();
      // The mail is under way by the real clock, which no step may make late.
      if (now > told) await until(look, SENDS);
      told = now;
    }
    // Another one about the same would be one too many.
    await site.move(PROMPT + SECOND);
    await pause(SENDS);
    look();
    const [first] = found;
    const took = first ? (first.at - knows) / SECOND : null;
    print({ what, by: "server", promised: promised / SECOND, took, says, todo, mails: found });
    await repair?.(site);
  }
}

/** Moves the clock by steps that the server takes for no sleep. */
async function creep(site: Site, ms: number): Promise<void> {
  for (let moved = 0; moved < ms; moved += STEPS.short) {
    await site.move(STEPS.short, { isQuick: true });
    await pause(LOOKS);
  }
}

async function until(isDone: () => boolean, ms: number): Promise<void> {
  for (const end = Date.now() + ms; !isDone() && Date.now() < end;) await pause(100);
}

export function sorted(mails: OwnersMail[]): { alerts: OwnersMail[]; digests: OwnersMail[] } {
  const digests = mails.filter(({ subject }) => DIGEST.test(subject));
  return { digests, alerts: mails.filter(({ subject }) => !DIGEST.test(subject)) };
}
