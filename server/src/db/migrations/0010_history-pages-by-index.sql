-- Positions are read from an index alone: pages of the history from the one, what a member has to do with other videos
-- from the other. Everything is read while they are made; only whoever watches waits.
CREATE INDEX "watch_history_newest_made" ON "watch_history" USING btree ("user_id","watched_at","video_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "watch_history_key_made" ON "watch_history" USING btree ("user_id","video_id") INCLUDE ("position");--> statement-breakpoint
DROP INDEX "watch_history_newest";--> statement-breakpoint
ALTER INDEX "watch_history_newest_made" RENAME TO "watch_history_newest";--> statement-breakpoint
ALTER TABLE "watch_history"
  DROP CONSTRAINT "watch_history_user_id_video_id_pk",
  ADD CONSTRAINT "watch_history_user_id_video_id_pk" PRIMARY KEY USING INDEX "watch_history_key_made";
