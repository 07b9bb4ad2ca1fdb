ALTER TABLE "videos" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "videos_opened" ON "videos" USING btree ("opened_at") WHERE "videos"."opened_at" is not null;