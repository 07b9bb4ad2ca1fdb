CREATE TABLE "video_checks" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"refused_at" timestamp with time zone,
	"is_confirmed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_checks" ADD CONSTRAINT "video_checks_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_checks_confirmed" ON "video_checks" USING btree ("video_id") WHERE "video_checks"."is_confirmed";--> statement-breakpoint
CREATE INDEX "billing_letters_queued" ON "billing_letters" USING btree ("kind","queued_at");--> statement-breakpoint
CREATE INDEX "subscriptions_payment_failed" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."payment_failed";--> statement-breakpoint
CREATE INDEX "trials_started" ON "trials" USING btree ("started_at");