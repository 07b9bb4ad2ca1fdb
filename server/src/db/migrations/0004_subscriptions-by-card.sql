CREATE TABLE "billing_letters" (
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"user_id" integer NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_letters_kind_about_pk" PRIMARY KEY("kind","about")
);
--> statement-breakpoint
CREATE TABLE "checkout_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"plan" text NOT NULL,
	"state" text NOT NULL,
	"session_id" text,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkout_attempts_session_id_unique" UNIQUE("session_id")
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"subscription_id" text NOT NULL,
	"from_plan" text NOT NULL,
	"to_plan" text NOT NULL,
	"state" text NOT NULL,
	"invoice_url" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"message" text NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "staff_alerts_unique" UNIQUE("kind","about")
);
--> statement-breakpoint
CREATE TABLE "stripe_customers" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"customer_id" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"email" text,
	"sync_ticket" bigint DEFAULT 0 NOT NULL,
	"written_ticket" bigint DEFAULT 0 NOT NULL,
	"lock_token" uuid,
	"locked_until" timestamp with time zone,
	CONSTRAINT "stripe_customers_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"customer_id" text,
	"state" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"status" text NOT NULL,
	"plan" text NOT NULL,
	"period_end" timestamp with time zone,
	"cancel_at_period_end" boolean NOT NULL,
	"payment_failed" boolean NOT NULL,
	"synced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_letters" ADD CONSTRAINT "billing_letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD CONSTRAINT "checkout_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_alerts" ADD CONSTRAINT "staff_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_customers" ADD CONSTRAINT "stripe_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_letters_user" ON "billing_letters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "checkout_attempts_user" ON "checkout_attempts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "checkout_attempts_unsettled" ON "checkout_attempts" USING btree ("created_at") WHERE "checkout_attempts"."state" in ('creating', 'open', 'processing');--> statement-breakpoint
CREATE INDEX "plan_changes_user" ON "plan_changes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "plan_changes_unsettled" ON "plan_changes" USING btree ("created_at") WHERE "plan_changes"."state" in ('creating', 'pending');--> statement-breakpoint
CREATE INDEX "staff_alerts_newest" ON "staff_alerts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "staff_alerts_user" ON "staff_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stripe_events_received_at" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "stripe_events_taken" ON "stripe_events" USING btree ("taken_at") WHERE "stripe_events"."state" = 'taken';--> statement-breakpoint
CREATE INDEX "subscriptions_period_end" ON "subscriptions" USING btree ("period_end");