-- Distributes the tables by member on Citus 12 or newer. Run it once on the coordinator, after `create extension citus`
-- and `citus_add_node` for each worker, while no process of Manabiya runs:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f distribute-tables.sql
-- Citus itself was never run with it: decisions/archive/071 says what was checked, and what must change in the code before.
-- Every table of the schema stands here once. server/test/distribution.test.ts compares this file with the schema.

begin;

-- Citus refuses triggers on distributed tables. This one serves only processes from before migration 0013.
drop trigger if exists raise_lists_version on member_counts;

-- Reference tables have a copy on every node: the catalogue, and the accounts, whose addresses are unique in all of
-- them. They come first, because distributed tables refer to them.
select create_reference_table('users');
select create_reference_table('categories');
select create_reference_table('tags');
select create_reference_table('videos');
select create_reference_table('chapters');
select create_reference_table('captions');
select create_reference_table('caption_lines');
select create_reference_table('video_search_texts');
select create_reference_table('video_search_grams');
select create_reference_table('video_search_spoken');
select create_reference_table('video_search_readings');
select create_reference_table('synonym_groups');
select create_reference_table('playlists');
select create_reference_table('playlist_videos');
select create_reference_table('home_curation');
select create_reference_table('notices');
select create_reference_table('questions');
select create_reference_table('question_marks');
select create_reference_table('catalogue_version');

-- Distributed tables hold what one member keeps. All rows of a member are on one node.
select create_distributed_table('member_counts', 'user_id');
select create_distributed_table('favorites', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('watch_later', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('watch_history', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('lesson_marks', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('notes', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('learned_days', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('players', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('shared_hours', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('recommendations', 'user_id', colocate_with => 'member_counts');
select create_distributed_table('notice_reads', 'user_id', colocate_with => 'member_counts');

commit;

-- These tables stay on the coordinator alone.
-- local sessions: a token names the session and no member, and the primary key is the session's id
-- local rate_limits: one request counts for an account, a network and everybody
-- local daily_views: counts of the views of a day, of all members
-- local trials: a mailbox is unique among all members
-- local second_factors: read together with the address at login
-- local recovery_codes: read together with the address at login
-- local login_tickets: found by the hash alone
-- local login_identities: found by the provider's subject, which is unique among all members
-- local known_devices: written together with the session at login
-- local password_resets: found by the hash alone
-- local email_verifications: found by the hash alone
-- local staff_invitations: found by the hash alone, and few
-- local agreements: written in the transaction that makes the account
-- local mail_outbox: jobs claim the due mails of all members
-- local mailings: jobs read it, and it is small
-- local mailing_recipients: jobs claim the due mails of all members
-- local mail_preferences: jobs join it with the recipients of a mailing
-- local stripe_customers: found by the provider's id, which is unique among all members
-- local subscriptions: jobs read the due ones of all members
-- local checkout_attempts: found by the provider's id, which is unique among all members
-- local gifts: found by the code alone
-- local certificates: found by the link alone
-- local plan_changes: found by the idempotency key alone
-- local stripe_events: found by the event's id alone
-- local billing_letters: an invoice is unique among all members
-- local staff_alerts: the list of all matters for staff
-- local owner_matters: what the owner was told, and it is small
-- local price_lists: small, and no statement of members' lists joins it
-- local price_moves: jobs read those of all members
-- local membership_changes: jobs sum those of all members
-- local webhook_endpoints: a few rows
-- local webhook_deliveries: the sender claims the due messages of all members
-- local api_keys: found by the hash alone, and few
-- local audit_log: a trigger refuses changes of its rows
-- local undo_values: read together with the log
-- local job_runs: one row per job
-- local video_checks: jobs of staff
-- local video_uploads: uploads of staff
-- local film_preparations: jobs of staff's films
-- local film_files: jobs of staff's films
-- local daily_members: figures without persons
-- local daily_sources: figures without persons
-- local daily_cohorts: figures without persons
-- local daily_video_figures: figures without persons
-- local monthly_video_figures: figures without persons
-- local daily_searches: figures without persons
-- local daily_search_terms: figures without persons
-- local browser_errors: figures without persons
-- local request_counts: figures without persons
-- local release_changes: a few rows
-- local pending_searches: figures without persons
-- local site_settings: read when a process starts or the settings change
-- local site_documents: read when a process starts or the documents change
-- local site_pictures: read when a process starts or a picture changes
