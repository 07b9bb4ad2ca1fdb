import { BURST, CALLS_A_DAY, HABITS, HOURS, ROWS, UTILISATION, WEEKDAYS } from "./habits.ts";
import { ANSWER_BYTES, type CallName, COSTS, FIRST_SEARCH_MS, ROW_BYTES, type TableName } from "./measured.ts";

const DAYS = 30;
const HOUR_SECONDS = 3_600;
/** The digest goes out on Mondays, a notice in the middle of the month, both from nine in the morning. */
const MAILING_HOUR = 9;
const NOTICE_DAY = 14;

interface Peak {
  /** Of the busiest minute. */
  requestsASecond: number;
  /** Processor cores that are busy then. */
  serverCores: number;
  databaseCores: number;
  /** Megabits a second of films, and of everything else. */
  videoMegabits: number;
  answerMegabits: number;
  watching: number;
}

export interface Month {
  members: number;
  peak: Peak;
  /** Day of the month from 0, and hour. */
  peakAt: { day: number; hour: number };
  requests: number;
  videoTerabytes: number;
  mails: number;
  /** Days that the longest mailing takes at the provider's rate. */
  mailingDays: number;
  signUps: number;
  renewals: number;
  /** Rows and bytes that the month adds. */
  growth: Record<TableName, { rows: number; bytes: number }>;
  growthBytes: number;
  /** Cores to buy, with room for failures. */
  cores: { server: number; database: number };
}

const calls = Object.keys(COSTS) as CallName[];

/** Requests of one member on a day with the product. */
export const callsOf = (name: CallName) => (name === "progress" ? HABITS.minutes * HABITS.reports : CALLS_A_DAY[name]);

/** Microseconds of server and database for that day. */
export function costOfDay(): { server: number; database: number } {
  const cost = { server: 0, database: 0 };
  for (const name of calls) {
    cost.server += callsOf(name) * COSTS[name].server;
    cost.database += callsOf(name) * COSTS[name].database;
  }
  cost.database += callsOf("search") * HABITS.firstSearches * FIRST_SEARCH_MS * 1_000;
  return cost;
}

/** A month by the hour, without chance: the same members give the same month. */
export function simulate(members: number): Month {
  const cost = costOfDay();
  const requestsOfDay = calls.reduce((sum, name) => sum + callsOf(name), 0);
  const rows = Object.fromEntries(Object.keys(ROW_BYTES).map((table) => [table, 0])) as Record<TableName, number>;
  const add = (added: Partial<Record<TableName, number>>, times: number) => {
    for (const [table, each] of Object.entries(added)) rows[table as TableName] += each * times;
  };
  const sums = { requests: 0, video: 0, mails: 0, signUps: 0, renewals: 0 };
  let present = members;
  let queued = 0;
  let longest = 0;
  let peak: Peak | null = null;
  let peakAt = { day: 0, hour: 0 };
  for (let day = 0; day < DAYS; day++) {
    const active = present * HABITS.active * (WEEKDAYS[day % 7] ?? 1);
    const signUps = members * HABITS.signUps;
    const renewals = present * (HABITS.monthly / DAYS + (1 - HABITS.monthly) / 365);
    for (let hour = 0; hour < HOURS.length; hour++) {
      if (hour === MAILING_HOUR) {
        const mailed =
          (day % 7 === 0 ? present * HABITS.digest : 0) + (day === NOTICE_DAY ? present * HABITS.notices : 0);
        add(ROWS.campaignMail, mailed);
        queued += mailed;
        sums.mails += mailed;
        longest = Math.max(longest, queued);
      }
      queued = Math.max(0, queued - HABITS.mailsASecond * HOUR_SECONDS);
      const users = active * (HOURS[hour] ?? 0);
      const perSecond = (users * BURST) / HOUR_SECONDS;
      const watching = (users * HABITS.minutes * 60 * BURST) / HOUR_SECONDS;
      const now: Peak = {
        requestsASecond: perSecond * requestsOfDay,
        serverCores: (perSecond * cost.server) / 1e6,
        databaseCores: (perSecond * cost.database) / 1e6,
        videoMegabits: watching * HABITS.megabits * HABITS.ownFiles,
        answerMegabits: (perSecond * requestsOfDay * ANSWER_BYTES * 8) / 1e6,
        watching,
      };
      if (peak === null || now.requestsASecond > peak.requestsASecond) [peak, peakAt] = [now, { day, hour }];
      sums.requests += users * requestsOfDay;
      sums.video += (users * HABITS.minutes * 60 * HABITS.megabits * HABITS.ownFiles) / 8 / 1e6;
    }
    add(ROWS.activeDay, active);
    add(ROWS.signUp, signUps);
    add(ROWS.login, active * CALLS_A_DAY.login);
    add(ROWS.mail, renewals);
    sums.mails += renewals + signUps * (ROWS.signUp.mail_outbox ?? 0);
    sums.signUps += signUps;
    sums.renewals += renewals;
    present += signUps;
  }
  if (peak === null) throw new Error("The month has no hour.");
  const growth = Object.fromEntries(
    Object.entries(rows).map(([table, count]) => [
      table,
      { rows: count, bytes: count * ROW_BYTES[table as TableName] },
    ]),
  ) as Month["growth"];
  return {
    ...{ members, peak, peakAt, growth },
    requests: sums.requests,
    videoTerabytes: sums.video,
    mails: sums.mails,
    mailingDays: longest / HABITS.mailsASecond / 86_400,
    signUps: sums.signUps,
    renewals: sums.renewals,
    growthBytes: Object.values(growth).reduce((sum, { bytes }) => sum + bytes, 0),
    cores: { server: Math.ceil(peak.serverCores / UTILISATION), database: Math.ceil(peak.databaseCores / UTILISATION) },
  };
}
