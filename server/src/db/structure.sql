-- The schema that all migrations produce. `npm run structure` writes this file; `npm test` compares it.

create table agreements (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  document text not null,
  version text not null, -- The revision of our page, or the address of the operator's own page.
  agreed_at timestamp with time zone not null,
  PRIMARY KEY (user_id, document, version)
);

-- Keys with which a tool reads figures or the list of members, as the superuser who made them may.
create table api_keys (
  id integer not null generated always as identity PRIMARY KEY,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  name text not null,
  hash text not null constraint api_keys_hash UNIQUE,
  scope text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);
CREATE INDEX api_keys_user_id ON public.api_keys USING btree (user_id);

-- Changes by staff. A trigger refuses updates and deletions.
create table audit_log (
  id integer not null generated always as identity PRIMARY KEY,
  at timestamp with time zone not null,
  user_id integer REFERENCES users(id) ON DELETE RESTRICT, -- The staff member; null: the command line.
  action text not null,
  subject text not null,
  subject_id integer not null,
  before jsonb, -- Changed columns; null: the record did not exist. They never contain a member's personal data.
  after jsonb,
  reason text,
  part_of integer REFERENCES audit_log(id) -- The entry of the whole operation, such as an upload; null: an operation of its own.
);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
CREATE INDEX audit_log_parts ON public.audit_log USING btree (part_of, id) WHERE (part_of IS NOT NULL);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, subject_id, id);
CREATE INDEX audit_log_user ON public.audit_log USING btree (user_id, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

-- Billing emails, each sent once. `about`: its object, such as an invoice's id.
create table billing_letters (
  kind text not null,
  about text not null,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  queued_at timestamp with time zone not null,
  PRIMARY KEY (kind, about)
);
CREATE INDEX billing_letters_queued ON public.billing_letters USING btree (kind, queued_at);
CREATE INDEX billing_letters_user ON public.billing_letters USING btree (user_id);

-- Errors that browsers reported, without persons: page and message hold no number, address or quoted text (observability/browser-errors.ts).
create table browser_errors (
  day date not null,
  page text not null,
  release text not null,
  message text not null,
  count integer not null,
  PRIMARY KEY (day, page, release, message)
);

create table caption_lines (
  video_id integer not null REFERENCES captions(video_id) ON DELETE CASCADE,
  "position" integer not null,
  starts_ms integer not null, -- Milliseconds into the video.
  ends_ms integer not null,
  text text not null,
  search_text text not null,
  PRIMARY KEY (video_id, "position"),
  constraint caption_lines_times CHECK (((starts_ms >= 0) AND (ends_ms > starts_ms)))
);

-- A video's Japanese captions. They stay when the video changes its host.
create table captions (
  video_id integer not null PRIMARY KEY REFERENCES videos(id) ON DELETE CASCADE,
  published boolean not null default false,
  revision integer not null default 1,
  updated_at timestamp with time zone not null
);

create table catalogue_version (
  "only" smallint not null default 1 PRIMARY KEY constraint catalogue_version_one_row CHECK (("only" = 1)),
  version bigint not null
);

create table categories (
  id integer not null generated always as identity PRIMARY KEY,
  name text not null,
  parent integer REFERENCES categories(id) ON DELETE SET NULL,
  revision integer not null default 1,
  UNIQUE NULLS NOT DISTINCT (parent, name)
);

-- Finished courses as they were when the member first issued the certificate. They outlive the playlist. A link that is null was withdrawn.
create table certificates (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  playlist_id integer not null,
  course text not null,
  lessons integer not null,
  finished_at timestamp with time zone not null,
  name text not null,
  link text,
  revoked_at timestamp with time zone,
  PRIMARY KEY (user_id, playlist_id)
);
CREATE INDEX certificates_link ON public.certificates USING btree (link);

create table chapters (
  id integer not null generated always as identity PRIMARY KEY,
  video_id integer not null REFERENCES videos(id) ON DELETE CASCADE,
  title text not null,
  description text not null default ''::text,
  time_seconds integer not null constraint chapters_time_seconds CHECK ((time_seconds >= 0)),
  revision integer not null default 1
);
CREATE INDEX chapters_video ON public.chapters USING btree (video_id, time_seconds);

-- A checkout, stored before the request to Stripe; `id` is the idempotency key. State `creating`: no response yet.
create table checkout_attempts (
  id uuid not null PRIMARY KEY,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  plan text not null,
  state text not null,
  session_id text UNIQUE,
  success_url text not null,
  cancel_url text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  promotion_code text, -- Stripe's promotion code; `coupon` is its text.
  coupon text,
  amount_paid integer,
  gift_months smallint -- Of a gift, which is sold as so many months of the monthly plan; null: a subscription.
);
CREATE INDEX checkout_attempts_promotion ON public.checkout_attempts USING btree (promotion_code) WHERE ((promotion_code IS NOT NULL) AND (state = 'complete'::text));
CREATE INDEX checkout_attempts_unsettled ON public.checkout_attempts USING btree (created_at) WHERE (state = ANY (ARRAY['creating'::text, 'open'::text, 'processing'::text]));
CREATE INDEX checkout_attempts_user ON public.checkout_attempts USING btree (user_id, created_at);

create table daily_cohorts (
  day date not null,
  cohort date not null,
  signups integer not null,
  first_paid integer not null,
  members integer not null, -- Paying members gained; negative: lost.
  PRIMARY KEY (day, cohort)
);

-- Figures hold no persons, have no foreign keys and are kept for ever. A row closes its day, which does not change any more.
create table daily_members (
  day date not null PRIMARY KEY,
  signups integer not null,
  trials integer not null,
  first_paid integer not null,
  started integer not null,
  ended integer not null,
  members integer not null,
  monthly_revenue integer not null -- Yen without tax per month at the end of the day.
);

-- Only keywords that several members searched for (figures/search-term.ts).
create table daily_search_terms (
  day date not null,
  term text not null,
  searches integer not null,
  without_result integer not null,
  spelling text,
  PRIMARY KEY (day, term)
);

create table daily_searches (
  day date not null PRIMARY KEY,
  searches integer not null,
  without_result integer not null
);

create table daily_sources (
  day date not null,
  source text not null,
  signups integer not null,
  trials integer not null,
  first_paid integer not null,
  PRIMARY KEY (day, source)
);

create table daily_video_figures (
  day date not null,
  video_id integer not null,
  views integer not null default 0,
  seconds integer not null default 0,
  favorites_added integer not null default 0,
  favorites_removed integer not null default 0,
  watched integer[] not null, -- `seconds` of the video that were watched, by its twentieths.
  PRIMARY KEY (day, video_id)
);
CREATE INDEX daily_video_figures_video ON public.daily_video_figures USING btree (video_id, day);

create table daily_views (
  day date not null,
  video_id integer not null REFERENCES videos(id) ON DELETE CASCADE,
  views integer not null,
  PRIMARY KEY (day, video_id)
);
CREATE INDEX daily_views_video ON public.daily_views USING btree (video_id);

create table email_verifications (
  token_hash text not null PRIMARY KEY,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  email text not null,
  expires_at timestamp with time zone not null
);
CREATE INDEX email_verifications_user ON public.email_verifications USING btree (user_id);

create table favorites (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  video_id integer not null REFERENCES videos(id) ON DELETE CASCADE,
  created_at timestamp with time zone not null,
  PRIMARY KEY (user_id, video_id)
);
CREATE INDEX favorites_newest ON public.favorites USING btree (user_id, created_at, video_id);
CREATE INDEX favorites_video ON public.favorites USING btree (video_id);

-- Stored files of prepared films. A row is written after its file is stored as a whole.
create table film_files (
  name text not null PRIMARY KEY,
  film text not null REFERENCES film_preparations(film) ON DELETE CASCADE,
  rung text not null, -- The picture's shorter side in pixels, "audio" or "pictures".
  bytes bigint not null,
  details jsonb not null, -- Rung of server/src/files/films/playlists.ts.
  playlist text, -- An HLS playlist of byte ranges, with "{file}" for the address. Null for pictures.
  UNIQUE (film, rung)
);

-- Films that are, or will be, stored in several qualities (server/src/catalogue/films/). The key is the name of the original in the storage.
create table film_preparations (
  film text not null PRIMARY KEY,
  state text not null default 'waiting'::text constraint film_preparations_state CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'refused'::text, 'cancelled'::text]))),
  reason text, -- Why the film was refused, or why it waits.
  requested_at timestamp with time zone not null,
  not_before timestamp with time zone not null, -- A film that could not be prepared is tried again then.
  used_at timestamp with time zone not null, -- The last hour in which a video showed the film.
  starts integer not null default 0, -- Attempts since a file was last stored.
  percent integer not null default 0,
  seconds_left integer,
  alive_at timestamp with time zone, -- The last sign of the process that prepares it.
  original_bytes bigint not null default 0,
  has_original boolean not null default true, -- Whether the uploaded file still exists.
  has_poster boolean not null default false -- Whether a picture was offered to the video.
);
CREATE INDEX film_preparations_posterless ON public.film_preparations USING btree (film) WHERE ((state = 'ready'::text) AND (NOT has_poster));
CREATE INDEX film_preparations_waiting ON public.film_preparations USING btree (requested_at) WHERE (state = 'waiting'::text);

-- Paid gifts of months. `attempt_id`: its checkout, which 退会 of the giver deletes.
create table gifts (
  attempt_id uuid not null PRIMARY KEY,
  user_id integer REFERENCES users(id) ON DELETE SET NULL,
  months smallint not null,
  session_id text not null,
  code text not null UNIQUE,
  bought_at timestamp with time zone not null,
  valid_until timestamp with time zone not null, -- The first instant at which the code is not valid any more.
  redeemed_by integer REFERENCES users(id) ON DELETE SET NULL,
  redeemed_at timestamp with time zone
);
CREATE INDEX gifts_redeemed_by ON public.gifts USING btree (redeemed_by) WHERE (redeemed_by IS NOT NULL);
CREATE INDEX gifts_user ON public.gifts USING btree (user_id, bought_at);

-- The choices of staff for the home screen: one row with the id 1. Before the first choice there is none.
create table home_curation (
  id integer not null PRIMARY KEY,
  pinned integer[] not null default '{}'::integer[],
  newcomers_playlist integer REFERENCES playlists(id) ON DELETE SET NULL,
  revision integer not null default 1
);

create table job_runs (
  job text not null PRIMARY KEY,
  started_at timestamp with time zone not null,
  succeeded_at timestamp with time zone -- The last success; before `started_at`: the job is running, has failed, or its process ended.
);

create table known_devices (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  device_hash text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  PRIMARY KEY (user_id, device_hash)
);

create table learned_days (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  day date not null,
  milliseconds integer not null,
  counted_at timestamp with time zone not null, -- Time before it was counted already, whichever video or tab reported it.
  PRIMARY KEY (user_id, day)
);

-- A member's own word on whether a lesson is finished. It wins over the watch history (decisions/061).
create table lesson_marks (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  video_id integer not null REFERENCES videos(id) ON DELETE CASCADE,
  is_finished boolean not null,
  marked_at timestamp with time zone not null,
  PRIMARY KEY (user_id, video_id)
);
CREATE INDEX lesson_marks_video ON public.lesson_marks USING btree (video_id);

-- Accounts at OpenID Connect providers that log in to a member's account. `issuer` is the provider's exact identifier: another provider under the same settings is another issuer.
create table login_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  connected_at timestamp with time zone not null,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);

create table login_tickets (
  ticket_hash text not null PRIMARY KEY,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  expires_at timestamp with time zone not null,
  provider text
);
CREATE INDEX login_tickets_user ON public.login_tickets USING btree (user_id);

create table mail_outbox (
  id integer not null generated always as identity PRIMARY KEY,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamp with time zone not null,
  send_after timestamp with time zone not null, -- The next attempt; a failure or a claim by a process moves it.
  attempts integer not null default 0,
  last_error text,
  sent_at timestamp with time zone,
  user_id integer REFERENCES users(id) ON DELETE CASCADE, -- The account that the mail is about. An address alone identifies nobody: it may pass to another account.
  refused_code text -- The code by which a mail server refused the recipient for good; the mail is not sent again by itself.
);
CREATE INDEX mail_outbox_due ON public.mail_outbox USING btree (send_after) WHERE (sent_at IS NULL);
CREATE INDEX mail_outbox_user ON public.mail_outbox USING btree (user_id);

-- A member's decisions about mails that advertise, and whether the address takes mails. No row: the defaults.
create table mail_preferences (
  user_id integer not null PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  digest_since timestamp with time zone,
  refused_at timestamp with time zone,
  changed_by text,
  changed_at timestamp with time zone,
  undeliverable_email text, -- The address that a mail server refused for good; it says nothing about a later address.
  undeliverable_at timestamp with time zone,
  undeliverable_code text, -- What refused the address: a code of SMTP, "bounce" or "complaint" (mail/hard-failure.ts, mailings/reports/).
  answers_refused_at timestamp with time zone -- Since when the member wants no mail about an answer; null: each answer is mailed.
);
CREATE INDEX mail_preferences_undeliverable ON public.mail_preferences USING btree (user_id) WHERE (undeliverable_email IS NOT NULL);

-- One row per person and mailing, so that nobody gets it twice.
create table mailing_recipients (
  mailing_id integer not null REFERENCES mailings(id) ON DELETE CASCADE,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  created_at timestamp with time zone not null,
  send_after timestamp with time zone not null,
  attempts integer not null default 0, -- Also the fencing token of the process that claimed it last.
  handed_at timestamp with time zone, -- Committed before the mail server receives the end of the mail. Only the server's refusal clears it.
  done_at timestamp with time zone,
  outcome text,
  PRIMARY KEY (mailing_id, user_id)
);
CREATE INDEX mailing_recipients_due ON public.mailing_recipients USING btree (mailing_id, send_after) WHERE ((done_at IS NULL) AND (handed_at IS NULL));
CREATE INDEX mailing_recipients_user ON public.mailing_recipients USING btree (user_id);

-- Mails to many members. `key`: "welcome", "notice 12", "digest 2026-11-23".
create table mailings (
  id integer not null generated always as identity PRIMARY KEY,
  key text not null UNIQUE,
  audience text not null,
  subject text not null,
  body text not null,
  send_at timestamp with time zone, -- The first instant of sending; for an automatic mail, of its occasions. Null: switched off or stopped.
  listed_at timestamp with time zone,
  next_batch_at timestamp with time zone,
  notice_id integer REFERENCES notices(id) ON DELETE SET NULL, -- The notice that it announces. Null once that was deleted: then nothing more is sent.
  created_at timestamp with time zone not null,
  revision integer not null default 1
);
CREATE INDEX mailings_notice ON public.mailings USING btree (notice_id);

create table member_counts (
  user_id integer not null PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  favorites integer not null default 0,
  watch_later integer not null default 0,
  watch_history integer not null default 0,
  lists_version bigint not null default 0 -- Incremented by every change of the lists; the key of the member's cached answers.
);
CREATE TRIGGER raise_lists_version BEFORE UPDATE ON public.member_counts FOR EACH ROW WHEN ((new.lists_version = old.lists_version)) EXECUTE FUNCTION raise_lists_version();

-- Sign-ups and changes of paid membership, never changed. The sum of a member's rows is their present state. 退会 leaves them without the member.
create table membership_changes (
  id integer not null generated always as identity PRIMARY KEY,
  user_id integer REFERENCES users(id) ON DELETE SET NULL,
  at timestamp with time zone not null,
  kind text not null, -- `baseline`: paid already when this table was introduced. `price`: pays another price.
  is_first boolean not null default false,
  monthly_revenue integer not null default 0, -- Yen without tax by which the member's monthly revenue changes.
  source text not null default ''::text, -- The campaign or the site that the member came from; empty: unknown.
  cohort date not null -- First day of the month of the sign-up, in Japan.
);
CREATE INDEX membership_changes_at ON public.membership_changes USING btree (at);
CREATE INDEX membership_changes_user ON public.membership_changes USING btree (user_id);

-- Sums of closed months, so that a year is read quickly. `month`: its first day.
create table monthly_video_figures (
  month date not null,
  video_id integer not null,
  views integer not null default 0,
  seconds integer not null default 0,
  favorites_added integer not null default 0,
  favorites_removed integer not null default 0,
  PRIMARY KEY (month, video_id)
);

create table notes (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  id uuid not null,
  video_id integer REFERENCES videos(id) ON DELETE SET NULL,
  video_title text not null,
  kind text not null default 'note'::text constraint notes_kind CHECK ((kind = ANY (ARRAY['note'::text, 'practice'::text]))),
  second integer not null,
  text text not null,
  link text,
  done_on date,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search_text text not null default ''::text, -- Title and text in the form of searches. Valid for the revision beside it: earlier releases do not write it.
  search_revision integer not null default 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX notes_newest ON public.notes USING btree (user_id, created_at, id);
CREATE INDEX notes_video ON public.notes USING btree (video_id, user_id, second);

create table notice_reads (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  notice_id integer not null,
  read_at timestamp with time zone not null,
  PRIMARY KEY (user_id, notice_id)
);
CREATE INDEX notice_reads_notice ON public.notice_reads USING btree (notice_id);

create table notices (
  id integer not null generated always as identity PRIMARY KEY,
  notice_category text not null,
  notice_title text not null,
  notice_content text not null,
  created_at timestamp with time zone not null,
  published_at timestamp with time zone,
  revision integer not null default 1
);
CREATE INDEX notices_newest ON public.notices USING btree (published_at, id);

-- What the owner was told by mail, and by what digest. A matter that is settled loses its row (staff/dashboard/tell-owner.ts).
create table owner_matters (
  matter text not null PRIMARY KEY,
  told_at timestamp with time zone not null
);

create table password_resets (
  token_hash text not null PRIMARY KEY,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id);

-- Searches of the last days, whose keywords nobody sees until several members searched for them.
create table pending_searches (
  day date not null,
  term text not null,
  mark smallint not null, -- One of 64 values that many members share. Different marks are different members; the opposite is not true.
  searches integer not null,
  without_result integer not null,
  spelling text,
  PRIMARY KEY (day, term, mark)
);

-- A change of plan, stored before the request to Stripe; `id` is the idempotency key.
create table plan_changes (
  id uuid not null PRIMARY KEY,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  subscription_id text not null,
  from_plan text not null,
  to_plan text not null,
  state text not null, -- `creating`: no response yet. `pending`: waits for its payment.
  invoice_url text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  proration_date bigint,
  from_price integer, -- Yen of a period before the change, which may be an older price.
  from_price_without_tax integer
);
CREATE INDEX plan_changes_unsettled ON public.plan_changes USING btree (created_at) WHERE (state = ANY (ARRAY['creating'::text, 'pending'::text]));
CREATE INDEX plan_changes_user ON public.plan_changes USING btree (user_id, created_at);

-- The open pages in which a member's videos play, by their reports (catalogue/watching/players.ts).
create table players (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  player uuid not null,
  session_id uuid not null,
  network text not null, -- The /24 of IPv4 or the /48 of IPv6.
  started_at timestamp with time zone, -- Null: the page does not play.
  seen_at timestamp with time zone not null,
  paused_at timestamp with time zone, -- When the limit last paused the page; null: never.
  PRIMARY KEY (user_id, player)
);

create table playlist_videos (
  id integer not null generated always as identity PRIMARY KEY,
  playlist_id integer not null REFERENCES playlists(id) ON DELETE CASCADE,
  video_id integer not null REFERENCES videos(id) ON DELETE CASCADE,
  place integer not null,
  UNIQUE (playlist_id, video_id)
);
CREATE INDEX playlist_videos_place ON public.playlist_videos USING btree (playlist_id, place);
CREATE INDEX playlist_videos_video ON public.playlist_videos USING btree (video_id);

create table playlists (
  id integer not null generated always as identity PRIMARY KEY,
  title text not null,
  description text not null default ''::text,
  created_at timestamp with time zone not null,
  revision integer not null default 1
);

-- Yen without tax. The newest that is made, has started and is not withdrawn holds; without one, the prices of the contract.
create table price_lists (
  revision integer not null PRIMARY KEY,
  monthly integer not null,
  yearly integer not null,
  starts_at timestamp with time zone not null,
  moves_at timestamp with time zone, -- Renewals from this instant have the new price; null: members keep theirs.
  request_key uuid not null,
  monthly_price text, -- Stripe's ids of the prices; null: they are not made yet.
  yearly_price text,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone, -- Since when no checkout at another price is open.
  withdrawn_at timestamp with time zone
);

create table price_moves (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  revision integer not null,
  subscription_id text not null,
  plan text not null,
  told_at timestamp with time zone not null,
  due_at timestamp with time zone not null, -- The first charge at the new price, as the mail says.
  settled_at timestamp with time zone,
  outcome text, -- `moved`: the renewal has the new price. `kept`: the subscription ended or changed in another way.
  PRIMARY KEY (user_id, revision)
);
CREATE INDEX price_moves_revision ON public.price_moves USING btree (revision);

-- Members who want to know the answer, too, or who report the question to staff.
create table question_marks (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  question_id integer not null REFERENCES questions(id) ON DELETE CASCADE,
  is_report boolean not null,
  reason text not null default ''::text, -- Of a report.
  marked_at timestamp with time zone not null,
  PRIMARY KEY (user_id, question_id, is_report)
);
CREATE INDEX question_marks_question_id ON public.question_marks USING btree (question_id, is_report);
CREATE INDEX question_marks_reports ON public.question_marks USING btree (question_id) WHERE is_report;

-- What members ask at a second of a video, and what staff answer (decisions/092).
create table questions (
  id integer not null generated always as identity PRIMARY KEY,
  user_id integer REFERENCES users(id) ON DELETE CASCADE, -- Null: the account was closed, and the answered question stayed.
  video_id integer not null REFERENCES videos(id) ON DELETE CASCADE,
  second integer not null,
  text text not null,
  nickname text not null,
  is_public boolean not null, -- False: only the member and staff ever see it.
  state text not null default 'new'::text constraint questions_state CHECK ((state = ANY (ARRAY['new'::text, 'shown'::text, 'hidden'::text]))), -- new: staff have not let it through; shown: other members see it if it is public; hidden: staff took it away.
  answer text,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  revision integer not null default 0,
  search_text text, -- Question and answer, normalised for the search (decisions/059); null: without an answer.
  picture bytea -- A WebP of the member, made smaller, without metadata. It goes when the account is closed.
);
CREATE INDEX questions_found ON public.questions USING btree (video_id) WHERE (search_text IS NOT NULL);
CREATE INDEX questions_unanswered ON public.questions USING btree (id) WHERE ((answer IS NULL) AND (state <> 'hidden'::text));
CREATE INDEX questions_user_id ON public.questions USING btree (user_id, id);
CREATE INDEX questions_video_id ON public.questions USING btree (video_id, second);

create table rate_limits (
  key text not null PRIMARY KEY,
  hits integer not null,
  resets_at timestamp with time zone not null
);
CREATE INDEX rate_limits_resets_at ON public.rate_limits USING btree (resets_at);

create table recommendations (
  user_id integer not null PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  video_ids integer[] not null,
  version bigint not null,
  computed_at timestamp with time zone not null
);

create table recovery_codes (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  code_hash text not null,
  salt text not null, -- Equal for all codes that were generated together.
  used_at timestamp with time zone,
  PRIMARY KEY (user_id, code_hash)
);

-- Releases that root verified on this machine; from `requested_at` on a superuser's request, which root carries out. The audit log has the person.
create table release_changes (
  id integer not null generated always as identity PRIMARY KEY,
  kind text not null constraint release_changes_kind_check CHECK ((kind = ANY (ARRAY['upgrade'::text, 'back'::text]))),
  version text not null,
  notes text not null,
  requested_at timestamp with time zone,
  started_at timestamp with time zone,
  outcome text
);

-- The answers of each process in five minutes from `at` on, by method and route, without persons, for two days (observability/request-counts.ts).
create table request_counts (
  process uuid not null,
  at timestamp with time zone not null,
  release text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  calls jsonb not null,
  PRIMARY KEY (at, process)
);

create table second_factors (
  user_id integer not null PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  sealed_secret text not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  enabled_at timestamp with time zone -- Null: not confirmed by a code yet, so logins require none.
);

-- A login on one device. Refresh tokens derive from id and generation (accounts/sessions/refresh-token.ts).
create table sessions (
  id uuid not null PRIMARY KEY,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  rotates boolean not null,
  generation integer not null default 0,
  rotated_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  address text not null,
  user_agent text not null,
  plays_until timestamp with time zone, -- Until then, signed addresses of this session's videos outlive their own end (files/storage/address.ts).
  provider text -- The name of the provider that logged the member in; null: a password.
);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, created_at);

-- Hours in which an account played on many devices in many networks at once, with the most of the hour.
create table shared_hours (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  at timestamp with time zone not null, -- The beginning of the hour.
  networks integer not null,
  devices integer not null,
  PRIMARY KEY (user_id, at)
);
CREATE INDEX shared_hours_at ON public.shared_hours USING btree (at, user_id);

-- Every version of a document that the operator wrote on a screen. The newest of each document holds.
create table site_documents (
  document text not null,
  revision integer not null,
  content jsonb not null,
  changed_at timestamp with time zone not null,
  PRIMARY KEY (document, revision)
);

-- The files of the pictures that the operator uploaded. Versions of `site_settings` name a picture by its id.
create table site_pictures (
  id text not null, -- A hash of the files.
  path text not null,
  content bytea not null,
  wanted_at timestamp with time zone not null, -- When it was uploaded or saved last. A picture that no version names is deleted a day later.
  PRIMARY KEY (id, path)
);

-- Every version of the settings that the operator made on the screen. The newest holds; `revision` counts from 1.
create table site_settings (
  revision integer not null PRIMARY KEY,
  settings jsonb not null,
  changed_at timestamp with time zone not null
);

create table staff_alerts (
  id integer not null generated always as identity PRIMARY KEY,
  kind text not null,
  about text not null,
  message text not null,
  user_id integer REFERENCES users(id) ON DELETE SET NULL,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  amount integer,
  UNIQUE (kind, about)
);
CREATE INDEX staff_alerts_newest ON public.staff_alerts USING btree (created_at);
CREATE INDEX staff_alerts_open ON public.staff_alerts USING btree (id) WHERE (resolved_at IS NULL);
CREATE INDEX staff_alerts_user ON public.staff_alerts USING btree (user_id);

-- Invitations to join staff. Accepting, replacing or withdrawing one deletes its row; the audit log has its history.
create table staff_invitations (
  id integer not null generated always as identity PRIMARY KEY,
  email text not null,
  token_hash text not null,
  may_see_members boolean not null,
  may_see_money boolean not null,
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);
CREATE UNIQUE INDEX staff_invitations_email_unique ON public.staff_invitations USING btree (email);
CREATE UNIQUE INDEX staff_invitations_token_unique ON public.staff_invitations USING btree (token_hash);
CREATE INDEX staff_invitations_user ON public.staff_invitations USING btree (user_id);

-- A member's customer at Stripe. It stays after 退会, because invoices belong to it.
create table stripe_customers (
  user_id integer not null PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  customer_id text UNIQUE, -- Null: not created yet, or deleted at Stripe.
  generation integer not null default 0, -- Incremented when the customer was deleted at Stripe, so that the next one gets another idempotency key.
  email text,
  sync_ticket bigint not null default 0, -- A fencing token: each sync takes one before it reads, and writes only if no later sync has written.
  written_ticket bigint not null default 0,
  lock_token uuid, -- A lease for one operation at a time per member, by the database's clock.
  locked_until timestamp with time zone,
  account text,
  former_ids text[] not null default '{}'::text[] -- Customers that were deleted at Stripe or replaced. Their invoices remain there.
);

-- Stripe's events, once each. `taken`: a process handles it or ended meanwhile.
create table stripe_events (
  id text not null PRIMARY KEY,
  type text not null,
  customer_id text,
  state text not null,
  received_at timestamp with time zone not null,
  taken_at timestamp with time zone not null
);
CREATE INDEX stripe_events_customer ON public.stripe_events USING btree (customer_id, received_at);
CREATE INDEX stripe_events_received_at ON public.stripe_events USING btree (received_at);
CREATE INDEX stripe_events_taken ON public.stripe_events USING btree (taken_at) WHERE (state = 'taken'::text);

-- Stripe's latest state of a member's subscription. Only billing/sync/sync.ts writes it.
create table subscriptions (
  user_id integer not null PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  subscription_id text not null,
  status text not null,
  plan text not null,
  period_end timestamp with time zone,
  cancel_at_period_end boolean not null,
  payment_failed boolean not null,
  synced_at timestamp with time zone not null,
  unpaid_amount integer, -- Yen of the failed bill; null: none.
  retry_at timestamp with time zone,
  needs_authentication boolean not null default false,
  card_id text,
  card_expires text -- The last month in which the card of the next renewal is valid, such as "2027-03".
);
CREATE INDEX subscriptions_payment_failed ON public.subscriptions USING btree (user_id) WHERE payment_failed;
CREATE INDEX subscriptions_period_end ON public.subscriptions USING btree (period_end);

create table synonym_groups (
  id integer not null generated always as identity PRIMARY KEY,
  words text not null UNIQUE,
  revision integer not null default 1
);

create table tags (
  id integer not null generated always as identity PRIMARY KEY,
  name text not null UNIQUE,
  revision integer not null default 1
);

-- One trial per mailbox for ever: the row outlives the account.
create table trials (
  mailbox text not null PRIMARY KEY, -- The address without parts that mail providers ignore (dots, "+tag").
  started_at timestamp with time zone not null,
  user_id integer REFERENCES users(id) ON DELETE SET NULL -- The account that started it, whatever its address is now. Null: that account is closed.
);
CREATE INDEX trials_started ON public.trials USING btree (started_at);
CREATE INDEX trials_user ON public.trials USING btree (user_id);

-- What takes a change of the log back, whole, for as long as the trash keeps videos (server/src/staff/undo/).
create table undo_values (
  audit_id integer not null PRIMARY KEY REFERENCES audit_log(id),
  at timestamp with time zone not null,
  before jsonb, -- The changed fields; the whole record if the change deleted it; null: the change created it.
  after jsonb, -- As before. Null: the change deleted the record.
  is_deletion boolean not null -- The record was deleted, or moved to the trash.
);
CREATE INDEX undo_values_at ON public.undo_values USING btree (at);
CREATE INDEX undo_values_deleted ON public.undo_values USING btree (audit_id) WHERE is_deletion;

create table users (
  id integer not null generated always as identity PRIMARY KEY,
  username text not null,
  email text not null,
  password_hash text not null,
  subscription_plan text not null default 'none'::text,
  subscription_status text not null,
  subscription_end_date timestamp with time zone,
  cancel_at_period_end boolean not null default false,
  is_staff boolean not null default false,
  is_superuser boolean not null default false,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone, -- The owner closed the account; the row stays without personal data.
  access_granted_until timestamp with time zone, -- Complimentary access until then, given by a superuser (contract/src/rules/can-watch.ts).
  email_verified_at timestamp with time zone, -- When the link in a mail to this address was opened; null: not verified.
  may_see_members boolean not null default false, -- Rights of staff beside content; without is_staff they have no effect (contract/src/rules/staff-rights.ts).
  may_see_money boolean not null default false,
  must_have_second_factor boolean not null default false,
  suspended_at timestamp with time zone,
  questions_blocked_at timestamp with time zone -- Since when staff let the member ask no questions; null: the member may ask.
);
CREATE UNIQUE INDEX users_email_unique ON public.users USING btree (email);
CREATE INDEX users_newest ON public.users USING btree (created_at, id);
CREATE INDEX users_trials ON public.users USING btree (created_at, id) WHERE ((subscription_status = 'trial'::text) AND (closed_at IS NULL));

-- The last answer of a video's host about it (catalogue/playback/). No row: never asked.
create table video_checks (
  video_id integer not null PRIMARY KEY REFERENCES videos(id) ON DELETE CASCADE,
  source text not null,
  state text not null,
  checked_at timestamp with time zone not null,
  refused_at timestamp with time zone,
  is_confirmed boolean not null default false
);
CREATE INDEX video_checks_confirmed ON public.video_checks USING btree (video_id) WHERE is_confirmed;

-- Search index: one-, two- and three-character grams per scope; `all` is `base` and `chapter`. Counting visits each row, so rows are short.
create table video_search_grams (
  video_id integer not null PRIMARY KEY REFERENCES video_search_texts(video_id) ON DELETE CASCADE,
  title_grams bigint[] not null, -- statistics 0
  base_grams bigint[] not null, -- statistics 0
  chapter_grams bigint[] not null, -- statistics 0
  all_grams bigint[] not null -- statistics 0
) with (toast_tuple_target=128);
CREATE INDEX video_search_grams_all ON public.video_search_grams USING gin (unpacked(all_grams)); -- statistics 0
CREATE INDEX video_search_grams_base ON public.video_search_grams USING gin (unpacked(base_grams)); -- statistics 0
CREATE INDEX video_search_grams_chapter ON public.video_search_grams USING gin (unpacked(chapter_grams)); -- statistics 0
CREATE INDEX video_search_grams_title ON public.video_search_grams USING gin (unpacked(title_grams)); -- statistics 0

-- Search index: keys of readings, so that kana finds kanji. A background job writes them. Until then a changed video keeps its earlier ones.
create table video_search_readings (
  video_id integer not null PRIMARY KEY REFERENCES video_search_texts(video_id) ON DELETE CASCADE,
  texts_hash text, -- Of the texts that were read. Null: they have changed since.
  title_readings bigint[] not null, -- statistics 0
  names_readings bigint[] not null, -- statistics 0
  description_readings bigint[] not null, -- statistics 0
  chapter_readings bigint[] not null -- statistics 0
) with (toast_tuple_target=128);
CREATE INDEX video_search_readings_chapter ON public.video_search_readings USING gin (unpacked(chapter_readings)); -- statistics 0
CREATE INDEX video_search_readings_description ON public.video_search_readings USING gin (unpacked(description_readings)); -- statistics 0
CREATE INDEX video_search_readings_names ON public.video_search_readings USING gin (unpacked(names_readings)); -- statistics 0
CREATE INDEX video_search_readings_outdated ON public.video_search_readings USING btree (video_id) WHERE (texts_hash IS NULL);
CREATE INDEX video_search_readings_title ON public.video_search_readings USING gin (unpacked(title_readings)); -- statistics 0

-- Search index: the lines of published captions and answered questions, and their grams. Counting visits each row, so rows are short.
create table video_search_spoken (
  video_id integer not null PRIMARY KEY REFERENCES video_search_texts(video_id) ON DELETE CASCADE,
  spoken_text text not null,
  spoken_grams bigint[] not null
) with (toast_tuple_target=800);
CREATE INDEX video_search_spoken_grams ON public.video_search_spoken USING gin (unpacked(spoken_grams));

-- Normalised texts in which search verifies its hits. `base`: title, description, tags and categories. The next start adds missing rows.
create table video_search_texts (
  video_id integer not null PRIMARY KEY REFERENCES videos(id) ON DELETE CASCADE,
  title_text text storage main not null,
  base_text text storage main not null,
  chapter_text text storage main not null
);

create table video_uploads (
  id uuid not null PRIMARY KEY,
  size bigint not null,
  received bigint not null default 0,
  created_at timestamp with time zone not null,
  touched_at timestamp with time zone not null
);
CREATE INDEX video_uploads_touched ON public.video_uploads USING btree (touched_at);

create table videos (
  id integer not null generated always as identity PRIMARY KEY,
  host text not null default 'youtube'::text,
  video_id text not null UNIQUE,
  title text not null,
  description text not null default ''::text,
  thumbnail text,
  duration integer,
  category_ids integer[] not null default '{}'::integer[], -- The order is significant: the first category is shown first.
  tag_ids integer[] not null default '{}'::integer[],
  view_count integer not null default 0 constraint videos_view_count CHECK ((view_count >= 0)),
  created_at timestamp with time zone not null,
  published_at timestamp with time zone, -- Null: a draft. In the future: scheduled.
  deleted_at timestamp with time zone,
  revision integer not null default 1,
  host_hash text, -- Vimeo's key of an unlisted video. For host 'hls' the address of its playlist at a cloud, without a token.
  opened_at timestamp with time zone, -- Since when everybody may watch it; null: members alone.
  takes_questions boolean not null default true
);
CREATE INDEX videos_at_clouds ON public.videos USING btree (host_hash) WHERE (host = 'hls'::text);
CREATE INDEX videos_category_ids ON public.videos USING gin (category_ids);
CREATE INDEX videos_deleted ON public.videos USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX videos_newest ON public.videos USING btree (published_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX videos_opened ON public.videos USING btree (opened_at) WHERE (opened_at IS NOT NULL);
CREATE INDEX videos_tag_ids ON public.videos USING gin (tag_ids);

create table watch_history (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  video_id integer not null REFERENCES videos(id) ON DELETE CASCADE,
  watched_at timestamp with time zone not null,
  "position" integer, -- Seconds; both null until the player has reported them.
  duration integer,
  finished_at timestamp with time zone, -- When the position first passed 90 % of the duration. A second viewing keeps it.
  PRIMARY KEY (user_id, video_id) INCLUDE ("position")
);
CREATE INDEX watch_history_newest ON public.watch_history USING btree (user_id, watched_at, video_id, "position");
CREATE INDEX watch_history_video ON public.watch_history USING btree (video_id);

create table watch_later (
  user_id integer not null REFERENCES users(id) ON DELETE CASCADE,
  video_id integer not null REFERENCES videos(id) ON DELETE CASCADE,
  created_at timestamp with time zone not null,
  PRIMARY KEY (user_id, video_id)
);
CREATE INDEX watch_later_newest ON public.watch_later USING btree (user_id, created_at, video_id);
CREATE INDEX watch_later_video ON public.watch_later USING btree (video_id);

-- Messages to other tools: written with the fact that they tell, sent in the order of their numbers for each member.
create table webhook_deliveries (
  id integer not null generated always as identity PRIMARY KEY,
  endpoint_id integer not null REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  event_id uuid not null, -- The same for all addresses and all attempts.
  type text not null,
  user_id integer REFERENCES users(id) ON DELETE CASCADE,
  data jsonb not null,
  at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  failing_since timestamp with time zone,
  delivered_at timestamp with time zone,
  status integer,
  answer text not null default ''::text, -- The beginning of the last answer; with `status` null the reason why there was none.
  constraint webhook_deliveries_once UNIQUE (endpoint_id, event_id)
);
CREATE INDEX webhook_deliveries_at ON public.webhook_deliveries USING btree (at);
CREATE INDEX webhook_deliveries_user_id ON public.webhook_deliveries USING btree (user_id);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (endpoint_id, COALESCE(user_id, 0), id) WHERE (delivered_at IS NULL);

-- Addresses of other tools that hear of events (decisions/094). Secrets are sealed; the former one signs as well until `former_until`.
create table webhook_endpoints (
  id integer not null generated always as identity PRIMARY KEY,
  url text not null,
  events text[] not null,
  secret text not null,
  former_secret text,
  former_until timestamp with time zone,
  on_since timestamp with time zone, -- Events from then on are sent; null: switched off.
  given_up_at timestamp with time zone, -- Switched off because a message did not arrive; null: no, or staff have seen to it.
  leased_until timestamp with time zone -- One process at a time sends to an address, so that messages keep their order.
);

CREATE OR REPLACE FUNCTION public.raise_lists_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW."lists_version" := OLD."lists_version" + 1;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	RAISE EXCEPTION 'audit_log is only ever added to';
END
$function$;

CREATE OR REPLACE FUNCTION public.unpacked(grams bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE STRICT COST 1000
AS $function$
BEGIN
  RETURN "grams";
END $function$;
