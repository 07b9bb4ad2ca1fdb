CREATE TABLE "daily_cohorts" (
	"day" date NOT NULL,
	"cohort" date NOT NULL,
	"signups" integer NOT NULL,
	"first_paid" integer NOT NULL,
	"members" integer NOT NULL,
	CONSTRAINT "daily_cohorts_day_cohort_pk" PRIMARY KEY("day","cohort")
);
--> statement-breakpoint
CREATE TABLE "daily_members" (
	"day" date PRIMARY KEY NOT NULL,
	"signups" integer NOT NULL,
	"trials" integer NOT NULL,
	"first_paid" integer NOT NULL,
	"started" integer NOT NULL,
	"ended" integer NOT NULL,
	"members" integer NOT NULL,
	"monthly_revenue" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_search_terms" (
	"day" date NOT NULL,
	"term" text NOT NULL,
	"searches" integer NOT NULL,
	"without_result" integer NOT NULL,
	CONSTRAINT "daily_search_terms_day_term_pk" PRIMARY KEY("day","term")
);
--> statement-breakpoint
CREATE TABLE "daily_searches" (
	"day" date PRIMARY KEY NOT NULL,
	"searches" integer NOT NULL,
	"without_result" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_sources" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"signups" integer NOT NULL,
	"trials" integer NOT NULL,
	"first_paid" integer NOT NULL,
	CONSTRAINT "daily_sources_day_source_pk" PRIMARY KEY("day","source")
);
--> statement-breakpoint
CREATE TABLE "daily_video_figures" (
	"day" date NOT NULL,
	"video_id" integer NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"favorites_added" integer DEFAULT 0 NOT NULL,
	"favorites_removed" integer DEFAULT 0 NOT NULL,
	"watched" integer[] NOT NULL,
	CONSTRAINT "daily_video_figures_day_video_id_pk" PRIMARY KEY("day","video_id")
);
--> statement-breakpoint
CREATE TABLE "membership_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"monthly_revenue" integer DEFAULT 0 NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"cohort" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monthly_video_figures" (
	"month" date NOT NULL,
	"video_id" integer NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"favorites_added" integer DEFAULT 0 NOT NULL,
	"favorites_removed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_video_figures_month_video_id_pk" PRIMARY KEY("month","video_id")
);
--> statement-breakpoint
CREATE TABLE "pending_searches" (
	"day" date NOT NULL,
	"term" text NOT NULL,
	"mark" smallint NOT NULL,
	"searches" integer NOT NULL,
	"without_result" integer NOT NULL,
	CONSTRAINT "pending_searches_day_term_mark_pk" PRIMARY KEY("day","term","mark")
);
--> statement-breakpoint
ALTER TABLE "membership_changes" ADD CONSTRAINT "membership_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_video_figures_video" ON "daily_video_figures" USING btree ("video_id","day");--> statement-breakpoint
CREATE INDEX "membership_changes_at" ON "membership_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "membership_changes_user" ON "membership_changes" USING btree ("user_id");--> statement-breakpoint
-- Sign-ups and trials of the past have their instants. Closed accounts leave theirs without a person. Staff are invited.
INSERT INTO "membership_changes" ("user_id", "at", "kind", "cohort")
SELECT CASE WHEN closed_at IS NULL THEN id END, created_at, 'signup', date_trunc('month', created_at AT TIME ZONE 'Asia/Tokyo')::date FROM "users" WHERE NOT is_staff AND NOT is_superuser ORDER BY created_at, id;--> statement-breakpoint
INSERT INTO "membership_changes" ("user_id", "at", "kind", "cohort")
SELECT user_id, started_at, 'trial', date_trunc('month', started_at AT TIME ZONE 'Asia/Tokyo')::date FROM "trials" ORDER BY started_at, mailbox;--> statement-breakpoint
-- Nobody knows when present members began to pay. The next sync of each adds the price.
INSERT INTO "membership_changes" ("user_id", "at", "kind", "cohort")
SELECT u.id, now(), 'baseline', date_trunc('month', u.created_at AT TIME ZONE 'Asia/Tokyo')::date FROM "users" u JOIN "subscriptions" s ON s.user_id = u.id WHERE u.subscription_status = 'active' ORDER BY u.id;
