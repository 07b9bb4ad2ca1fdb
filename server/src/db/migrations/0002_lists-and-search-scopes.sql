DELETE FROM "video_search";--> statement-breakpoint
ALTER TABLE "video_search" ADD COLUMN "base_text" text NOT NULL;--> statement-breakpoint
ALTER TABLE "video_search" ADD COLUMN "base_grams" integer[] NOT NULL;--> statement-breakpoint
CREATE INDEX "video_search_base" ON "video_search" USING gin ("base_grams");--> statement-breakpoint
CREATE INDEX "videos_deleted" ON "videos" USING btree ("id") WHERE "videos"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "video_search" DROP COLUMN "all_text";--> statement-breakpoint
INSERT INTO "member_counts" ("user_id", "favorites", "watch_later", "watch_history")
SELECT u."id",
       (SELECT count(*) FROM "favorites" f WHERE f."user_id" = u."id"),
       (SELECT count(*) FROM "watch_later" w WHERE w."user_id" = u."id"),
       (SELECT count(*) FROM "watch_history" h WHERE h."user_id" = u."id")
  FROM "users" u
ON CONFLICT ("user_id") DO UPDATE
   SET "favorites" = excluded."favorites", "watch_later" = excluded."watch_later", "watch_history" = excluded."watch_history";
