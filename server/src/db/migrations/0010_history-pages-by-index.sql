-- Pages of the history are read while the new index is made; only whoever watches waits.
CREATE INDEX "watch_history_newest_made" ON "watch_history" USING btree ("user_id","watched_at","video_id","position");--> statement-breakpoint
DROP INDEX "watch_history_newest";--> statement-breakpoint
ALTER INDEX "watch_history_newest_made" RENAME TO "watch_history_newest";
