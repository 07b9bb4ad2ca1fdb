import { demoCatalogue, type DemoAccount } from "@manabiya/demo/content/catalogue.ts";
import type { Database } from "../open.ts";
import * as schema from "../schema.ts";
import type { Ago } from "./catalogue.ts";
import { type Ids, known } from "./ids.ts";
import type { SeededNotice } from "./notices.ts";

interface Seeded {
  passwordHash: string;
  videoIds: Ids;
  notices: SeededNotice[];
  ago: Ago;
}

/** A demo account with what it watched, kept and read. */
export async function insertAccount({ orm }: Database, account: DemoAccount, seeded: Seeded): Promise<void> {
  const { passwordHash, videoIds, notices, ago } = seeded;
  const { subscription_ends_in_days: ends } = account;
  const [user] = await orm
    .insert(schema.users)
    .values({
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
    })
    .returning();
  if (!user) return;
  const marks = (list: { video_id: string; days_ago: number }[]) =>
    list.map((mark) => ({
      user_id: user.id,
      video_id: known(videoIds, mark.video_id),
      created_at: ago(mark.days_ago),
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
  if (watched.length > 0) await orm.insert(schema.watch_history).values(watched);
  if (account.favorites.length > 0) await orm.insert(schema.favorites).values(marks(account.favorites));
  if (account.watch_later.length > 0) await orm.insert(schema.watch_later).values(marks(account.watch_later));
  await orm.insert(schema.member_counts).values({
    user_id: user.id,
    favorites: account.favorites.length,
    watch_later: account.watch_later.length,
    watch_history: watched.length,
  });
  if (reads.length > 0) await orm.insert(schema.notice_reads).values(reads);
  if (account.subscription_status === "trial") {
    const started = { mailbox: account.email, started_at: ago(account.created_days_ago) };
    await orm.insert(schema.trials).values(started);
  }
}
