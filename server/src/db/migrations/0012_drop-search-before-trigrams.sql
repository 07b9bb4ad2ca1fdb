DROP TRIGGER "forget_in_video_search_texts" ON "video_search";--> statement-breakpoint
DROP TRIGGER "forget_in_video_search" ON "video_search_texts";--> statement-breakpoint
DROP FUNCTION "forget_in_video_search_texts"();--> statement-breakpoint
DROP FUNCTION "forget_in_video_search"();--> statement-breakpoint
DROP TABLE "video_search";
--> statement-breakpoint
-- The job is no more; the time of its last run would count as an alarm for ever.
DELETE FROM "job_runs" WHERE "job" = 'index-videos';
