import type { Database } from "../../src/db/open.ts";

const VIDEOS = 4_000;
const USERS = 3_000;

/** Tables of few rows, whatever the service's size, with the reason. */
export const SMALL_TABLES: Record<string, string> = {
  catalogue_version: "one row",
  daily_members: "one row per day",
  daily_searches: "one row per day",
  categories: "as many as staff keep by hand",
  tags: "as many as staff keep by hand",
  job_runs: "one row per job",
  browser_errors: "at most fifty rows a day, for four weeks",
  request_counts: "one row per process and five minutes, for two days",
  release_changes: "one row per upgrade",
  owner_matters: "one row per matter that waits",
  webhook_endpoints: "at most ten",
  api_keys: "at most twenty",
  mailings: "as many as staff write, and one a week",
  notices: "as many as staff write by hand",
  synonym_groups: "as many as staff keep by hand",
  playlists: "as many as staff keep by hand",
  site_pictures: "as many as superusers upload, and those of saved settings stay",
  price_lists: "one row per change of prices by hand",
  home_curation: "one row",
  staff_invitations: "as many as superusers write by hand, for days",
};

/**
 * Rows of every table, in an order that references allow. server/test/query-plans.test.ts asks for an entry when the schema gets a table.
 * $1: the instant of the newest video. $2: the member whose history and favourites hold every video.
 */
export const FILL: Record<string, string> = {
  categories: `insert into categories (name) select '分類' || n from generate_series(1, 40) as n`,
  tags: `insert into tags (name) select 'タグ' || n from generate_series(1, 30) as n`,
  synonym_groups: "",
  videos: `
    insert into videos (video_id, title, description, created_at, published_at, opened_at, category_ids, tag_ids)
    select 'v' || n, '動画 ' || md5(n::text), repeat('長い説明 ', 100), at, at, case when n % 1000 = 0 then at end,
           array[1 + n % 40], array[1 + n % 30]
      from generate_series(1, ${VIDEOS}) as n,
           lateral (select $1::timestamptz - n * interval '1 hour' as at) as published`,
  chapters: `insert into chapters (video_id, title, time_seconds)
             select v.id, '章' || n, n * 60 from videos v, generate_series(1, 5) as n`,
  captions: `insert into captions (video_id, published, updated_at) select id, true, now() from videos where id % 4 > 0`,
  caption_lines: `insert into caption_lines (video_id, position, starts_ms, ends_ms, text, search_text)
                  select c.video_id, n, n * 3000, n * 3000 + 2500, '話した言葉 ' || n, '話した言葉 ' || n
                    from captions c, generate_series(0, 5) as n`,
  video_checks: `insert into video_checks
                 select id, host || ':' || video_id, 'plays', now(), null, false from videos`,
  // The application's own indexer writes them.
  video_search_texts: "",
  video_search_grams: "",
  video_search_spoken: "",
  video_search_readings: "",
  users: `insert into users (username, email, password_hash, subscription_status, created_at)
          select '会員', 'plan-' || n || '@example.com', '', 'active', now() from generate_series(1, ${USERS}) as n`,
  trials: `insert into trials select email, now(), id from users`,
  sessions: `
    insert into sessions (id, user_id, rotates, rotated_at, created_at, last_used_at, expires_at, address, user_agent)
    select gen_random_uuid(), id, true, now(), now(), now(), now() + interval '30 days', '', ''
      from users, generate_series(1, 3)`,
  rate_limits: `insert into rate_limits select 'limit-' || id, 1, now() + interval '1 hour' from users`,
  favorites: `insert into favorites (user_id, video_id, created_at)
              select u.id, v.id, v.published_at from users u, videos v where u.id = $2 or v.id % 2000 = u.id % 2000`,
  notes: `insert into notes (user_id, id, video_id, video_title, kind, second, text, created_at, updated_at)
          select m.user_id, gen_random_uuid(), v.id, v.title, 'note', n, 'メモ ' || n, now() - n * interval '1 hour', now()
            from (select $2::int union all select id from users where id <= 500) as m (user_id),
                 generate_series(1, 40) as n join videos v on v.id = n`,
  questions: `insert into questions (user_id, video_id, second, text, nickname, is_public, state, answer, asked_at)
              select u.id, u.id % 500 + 1, u.id, '質問', '受講者', true, 'shown',
                     case when u.id % 100 <> 0 then '回答' end, now() from users u`,
  question_marks: `insert into question_marks (user_id, question_id, is_report, marked_at)
                   select q.user_id, q.id + 1, q.id % 50 = 0, now() from questions q where q.id < (select max(id) from questions)`,
  certificates: `insert into certificates (user_id, playlist_id, course, lessons, finished_at, name, link)
                 select u.id, n, 'コース', 12, now(), '山田', md5(u.id || '-' || n) from users u, generate_series(1, 2) as n`,
  learned_days: `insert into learned_days
                 select m.user_id, current_date - n, 900000, now()
                   from (select $2::int union select id from users where id <= 100) as m (user_id),
                        generate_series(1, 400) as n`,
  players: `insert into players (user_id, player, session_id, network, started_at, seen_at)
            select user_id, gen_random_uuid(), id, '203.0.113.0', now(), now() from sessions`,
  shared_hours: `insert into shared_hours select id, now() - id * interval '1 day', 5, 5 from users`,
  watch_later: `insert into watch_later (user_id, video_id, created_at)
                select u.id, v.id, v.published_at from users u, videos v where v.id % 2000 = u.id % 2000 and u.id <> $2`,
  watch_history: `insert into watch_history (user_id, video_id, watched_at)
                  select u.id, v.id, v.published_at from users u, videos v where u.id = $2 or v.id % 2000 = u.id % 2000`,
  lesson_marks: `insert into lesson_marks (user_id, video_id, is_finished, marked_at)
                 select u.id, v.id, v.id % 2 = 0, now() from users u, videos v where v.id % 2000 = u.id % 2000`,
  member_counts: `insert into member_counts (user_id, favorites, watch_history)
                  select id, case id when $2 then ${VIDEOS} else 2 end, case id when $2 then ${VIDEOS} else 2 end from users`,
  daily_views: `insert into daily_views select current_date - n, v.id, 1 from videos v, generate_series(1, 10) as n`,
  recommendations: `insert into recommendations select id, '{1}', 1, now() from users where id <> $2`,
  playlists: `insert into playlists (title, created_at) select '一覧' || n, now() from generate_series(1, 30) as n`,
  playlist_videos: `insert into playlist_videos (playlist_id, video_id, place)
                    select p.id, v.id, v.id from playlists p join videos v on v.id % 30 = p.id % 30`,
  home_curation: `insert into home_curation (id, pinned, newcomers_playlist) values (1, '{1,2,3}', 1)`,
  notices: `insert into notices (notice_category, notice_title, notice_content, created_at, published_at)
            select 'information', '題', '本文', now(), now() from generate_series(1, 30)`,
  notice_reads: `insert into notice_reads select u.id, n.id, now() from users u, notices n where u.id <> $2`,
  password_resets: `insert into password_resets select 'hash-' || id, id, now(), now() + interval '1 hour' from users`,
  email_verifications: `insert into email_verifications select 'hash-' || id, id, email, now() + interval '1 day' from users`,
  staff_invitations: `
    insert into staff_invitations (email, token_hash, may_see_members, may_see_money, user_id, created_at, expires_at)
    select 'guest-' || id || '@example.com', 'hash-' || id, false, false, id, now(), now() from users limit 20`,
  second_factors: `insert into second_factors (user_id, sealed_secret, created_at) select id, repeat('s', 120), now() from users where id <> $2`,
  recovery_codes: `insert into recovery_codes select id, md5(n::text), 'salt' from users, generate_series(1, 3) as n`,
  login_tickets: `insert into login_tickets select 'hash-' || id, id, now() + interval '1 hour' from users`,
  login_identities: `insert into login_identities select 'https://accounts.google.com', id::text, id, now() from users`,
  known_devices: `insert into known_devices select id, 'device-' || n, now(), now() from users, generate_series(1, 3) as n`,
  mail_outbox: `insert into mail_outbox (recipient, subject, text, html, created_at, send_after, sent_at, user_id)
                select email, '', '', '', now(), now(), now(), id from users, generate_series(1, 3)`,
  mailings: `insert into mailings (key, audience, subject, body, send_at, listed_at, created_at)
             select 'notice ' || n, 'all', '題', '本文', now(), now(), now() from generate_series(1, 30) as n`,
  mailing_recipients: `insert into mailing_recipients (mailing_id, user_id, created_at, send_after, handed_at, done_at, outcome)
                       select m.id, u.id, now(), now(), now(), now(), 'sent' from users u, mailings m where m.id % 10 = u.id % 10`,
  mail_preferences: `insert into mail_preferences (user_id, digest_since) select id, now() from users`,
  video_uploads: `insert into video_uploads select gen_random_uuid(), 1, 0, now(), now() from users`,
  film_preparations: `insert into film_preparations (film, requested_at, not_before, used_at, state, has_poster)
                      select video_id, now(), now(), now(), 'ready', true from videos`,
  film_files: `insert into film_files (name, film, rung, bytes, details)
               select rung || film, film, rung, 1000, '{}' from film_preparations, unnest(array['240', '720', 'audio']) as rung`,
  stripe_customers: `insert into stripe_customers (user_id, customer_id, email) select id, 'cus_' || id, email from users`,
  subscriptions: `
    insert into subscriptions (user_id, subscription_id, status, plan, period_end, cancel_at_period_end, payment_failed, synced_at)
    select id, 'sub_' || id, 'active', 'monthly', now() + id * interval '1 hour', false, false, now() from users`,
  checkout_attempts: `
    insert into checkout_attempts (id, user_id, plan, state, session_id, success_url, cancel_url, created_at, expires_at,
                                   promotion_code, coupon, amount_paid)
    select gen_random_uuid(), id, 'monthly', 'complete', 'cs_' || id || n, '', '', now(), now(),
           case when id % 20 = n then 'promo_' || n end, case when id % 20 = n then 'HARU' || n end, 825
      from users, generate_series(1, 3) as n`,
  gifts: `
    insert into gifts (attempt_id, user_id, months, session_id, code, bought_at, valid_until, redeemed_by, redeemed_at)
    select gen_random_uuid(), id, 3, 'cs_' || id, 'CODE' || id, now(), now() + interval '180 days',
           case when id % 2 = 0 then id end, case when id % 2 = 0 then now() end from users`,
  plan_changes: `insert into plan_changes (id, user_id, subscription_id, from_plan, to_plan, state, created_at)
                 select gen_random_uuid(), id, 'sub_' || id, 'monthly', 'yearly', 'applied', now() from users, generate_series(1, 3)`,
  stripe_events: `insert into stripe_events select 'evt_' || id || '_' || n, 'invoice.paid', 'cus_' || id, 'done', now(), now()
                    from users, generate_series(1, 3) as n`,
  billing_letters: `insert into billing_letters select 'renewal', 'in_' || id || '_' || n, id, now() from users, generate_series(1, 3) as n`,
  owner_matters: `insert into owner_matters values ('late_backup', now())`,
  staff_alerts: `insert into staff_alerts (kind, about, message, user_id, created_at, resolved_at)
                 select 'dispute', 'dp_' || id, '', id, now(), now() from users`,
  job_runs: `insert into job_runs (job, started_at) values ('a job', now())`,
  catalogue_version: `update catalogue_version set version = version + 1`,
  webhook_endpoints: `insert into webhook_endpoints (url, events, secret, on_since)
                      select 'https://hooks.example.com/' || n, array['lesson.finished', 'payment.paid'], '', now()
                        from generate_series(1, 2) as n`,
  webhook_deliveries: `insert into webhook_deliveries (endpoint_id, event_id, type, user_id, data, at, due_at, delivered_at)
                       select e.id, gen_random_uuid(), 'lesson.finished', u.id, '{}', now(), now(), case when n > 1 or u.id % 20 > 0 then now() end
                         from webhook_endpoints e, users u, generate_series(1, 3) as n`,
  api_keys: `insert into api_keys (user_id, name, hash, scope, created_at)
             select min(id), 'a key', 'hash', 'figures', now() from users`,
  membership_changes: `insert into membership_changes (user_id, at, kind, cohort)
                       select id, now() - n * interval '1 day', kind, current_date
                         from users, unnest(array['signup', 'start', 'end']) with ordinality as k (kind, n)`,
  daily_members: `insert into daily_members select current_date - n, 1, 1, 1, 1, 1, 1, 1 from generate_series(2, 30) as n`,
  daily_sources: `insert into daily_sources select current_date - n, 'source-' || s, 1, 1, 1
                    from generate_series(2, 30) as n, generate_series(1, 100) as s`,
  daily_cohorts: `insert into daily_cohorts select current_date - n, current_date - m * 30, 1, 1, 1
                    from generate_series(2, 200) as n, generate_series(1, 15) as m`,
  daily_video_figures: `insert into daily_video_figures (day, video_id, views, watched)
                        select current_date - n, id, 1, '{1,2}' from videos, generate_series(1, 3) as n`,
  monthly_video_figures: `insert into monthly_video_figures (month, video_id, views)
                          select current_date - n * 30, id, 1 from videos, generate_series(1, 3) as n`,
  daily_searches: `insert into daily_searches select current_date - n, 9, 1 from generate_series(1, 30) as n`,
  daily_search_terms: `insert into daily_search_terms select current_date - n, 'term-' || s, 3, 1
                         from generate_series(1, 30) as n, generate_series(1, 100) as s`,
  browser_errors: `insert into browser_errors select current_date - n, '/video/:id', 'release', 'message-' || m, 9
                     from generate_series(0, 27) as n, generate_series(1, 50) as m`,
  release_changes: `insert into release_changes (kind, version, notes, requested_at, outcome) values ('upgrade', '1.0', '', now(), 'done')`,
  request_counts: `insert into request_counts select gen_random_uuid(), now() - n * interval '5 minutes', '1.0', now(), now(), '{}'
                     from generate_series(0, 576) as n`,
  pending_searches: `insert into pending_searches select current_date - n, 'rare-' || s, 1, 1, 0
                       from generate_series(1, 30) as n, generate_series(1, 100) as s`,
  audit_log: `insert into audit_log (at, user_id, action, subject, subject_id)
              select now() - (id * 3 + n) * interval '1 hour', id, 'member.update', 'member', id from users, generate_series(1, 3) as n`,
  undo_values: `insert into undo_values (audit_id, at, before, after, is_deletion) select id, at, '{}', '{}', false from audit_log`,
  site_settings: `insert into site_settings (revision, settings, changed_at)
                  select n, '{}', now() from generate_series(1, 3000) as n`,
  site_documents: `insert into site_documents (document, revision, content, changed_at)
                   select name, n, '{}', now()
                   from unnest('{landing-a,landing-b}'::text[]) as name, generate_series(1, 1500) as n`,
  site_pictures: `insert into site_pictures (id, path, content, wanted_at)
                  select 'picture-' || n, '/og.png', '\\x00', now() from generate_series(1, 30) as n`,
  price_lists: `insert into price_lists (revision, monthly, yearly, starts_at, request_key, created_at)
                select n, 1500, 15000, now(), gen_random_uuid(), now() from generate_series(1, 30) as n`,
  price_moves: `insert into price_moves (user_id, revision, subscription_id, plan, told_at, due_at)
                select id, n, 'sub_' || id, 'monthly', now(), now() from users, generate_series(1, 3) as n`,
  agreements: `insert into agreements (user_id, document, version, agreed_at)
               select id, name, '1', now() from users, unnest('{terms,privacy}'::text[]) as name`,
};

/** Fills every table. @param newest the instant of the newest video. @param userId a member who gets long lists */
export async function fillDatabase(db: Database, newest: string, userId: number): Promise<void> {
  for (const text of Object.values(FILL).filter((each) => each !== "")) {
    // PostgreSQL refuses a parameter that a statement does not mention.
    const statement = `with parameters as (select $1::timestamptz, $2::int) ${text}`;
    await db.query({ text: statement, values: [newest, userId] });
  }
}
