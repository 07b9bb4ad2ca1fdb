import { randomUUID } from "node:crypto";
import { STANDARD_PRICES } from "@manabiya/contract/rules/prices.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { demoCatalogue, type DemoAccount } from "@manabiya/demo/content/catalogue.ts";
import { insertRow, insertRows } from "../db/insert-rows.ts";
import type { Database } from "../db/open.ts";
import type { Ago } from "./catalogue.ts";
import { type Ids, known } from "./ids.ts";
import type { SeededNotice } from "./notices.ts";

interface Seeded {
  passwordHash: string;
  videoIds: Ids;
  notices: SeededNotice[];
  ago: Ago;
}

/** A demo account with its history, lists, notes and read notices. */
export async function insertAccount(tx: Database, account: DemoAccount, seeded: Seeded): Promise<void> {
  const { passwordHash, videoIds, notices, ago } = seeded;
  const { subscription_ends_in_days: ends } = account;
  const user = await insertRow(tx, "users", {
    username: account.username,
    email: account.email,
    email_verified_at: ago(account.created_days_ago),
    password_hash: passwordHash,
    subscription_plan: account.subscription_plan,
    subscription_status: account.subscription_status,
    subscription_end_date: ends === null ? null : ago(-ends),
    is_staff: account.is_staff,
    is_superuser: account.is_superuser,
    created_at: ago(account.created_days_ago),
  });
  const saved = (list: { video_id: string; days_ago: number }[]) =>
    list.map((entry) => ({
      user_id: user.id,
      video_id: known(videoIds, entry.video_id),
      created_at: ago(entry.days_ago),
    }));
  const durations = new Map(demoCatalogue.videos.map((video) => [video.video_id, video.duration]));
  const watched = account.watched.map((watch) => ({
    user_id: user.id,
    video_id: known(videoIds, watch.video_id),
    watched_at: ago(watch.days_ago),
    position: watch.position,
    duration: known(durations, watch.video_id),
  }));
  const reads = notices
    .filter(({ published_days_ago }) => published_days_ago > account.notices_read_before_days)
    .map(({ id }) => ({ user_id: user.id, notice_id: id, read_at: ago(account.notices_read_before_days) }));
  await insertRows(tx, "watch_history", watched);
  await insertRows(tx, "learned_days", learnedOf(account, user.id, ago));
  await insertRows(tx, "favorites", saved(account.favorites));
  await insertRows(tx, "watch_later", saved(account.watch_later));
  await insertRow(tx, "member_counts", {
    user_id: user.id,
    favorites: account.favorites.length,
    watch_later: account.watch_later.length,
    watch_history: watched.length,
  });
  await insertRows(tx, "notice_reads", reads);
  await insertRows(tx, "notes", notesOf(account, user.id, seeded));
  if (!account.is_staff && !account.is_superuser) {
    await insertRows(tx, "membership_changes", membershipOf(account, user.id, ago));
  }
  if (account.subscription_status === "trial") {
    await insertRow(tx, "trials", {
      mailbox: account.email,
      started_at: ago(account.created_days_ago),
      user_id: user.id,
    });
  }
}

function learnedOf({ learned }: DemoAccount, user_id: number, ago: Ago) {
  return learned.map(({ days_ago, minutes }) => ({
    user_id,
    day: japanDay(Date.parse(ago(days_ago))),
    milliseconds: minutes * 60_000,
    counted_at: ago(days_ago),
  }));
}

const MONTHLY_REVENUE = { monthly: STANDARD_PRICES.monthly, yearly: STANDARD_PRICES.yearly / 12, none: 0 };

function notesOf(account: DemoAccount, user_id: number, { videoIds, ago }: Seeded) {
  const titles = new Map(demoCatalogue.videos.map((video) => [video.video_id, video.title]));
  return demoCatalogue.notes
    .filter(({ email }) => email === account.email)
    .map(({ video_id, second, text, days_ago, practice }) => ({
      user_id,
      id: randomUUID(),
      video_id: known(videoIds, video_id),
      video_title: known(titles, video_id),
      kind: practice === null ? "note" : "practice",
      second,
      text,
      link: practice?.link ?? null,
      done_on: practice === null ? null : japanDay(Date.parse(ago(practice.days_ago))),
      created_at: ago(days_ago),
      updated_at: ago(days_ago),
    }));
}

/** The figures of the account: its sign-up, and its paid membership from the first day. */
function membershipOf(account: DemoAccount, user_id: number, ago: Ago) {
  const at = ago(account.created_days_ago);
  const about = { user_id, at, source: account.source, cohort: `${japanDay(Date.parse(at)).slice(0, 7)}-01` };
  const monthly_revenue = MONTHLY_REVENUE[account.subscription_plan];
  const ends = account.subscription_ends_in_days ?? 0;
  return [
    { ...about, kind: "signup" },
    ...(account.subscription_status === "trial" ? [{ ...about, kind: "trial" }] : []),
    ...(monthly_revenue > 0 ? [{ ...about, kind: "start", is_first: true, monthly_revenue }] : []),
    ...(ends < 0 ? [{ ...about, kind: "end", at: ago(-ends), monthly_revenue: -monthly_revenue }] : []),
  ];
}
