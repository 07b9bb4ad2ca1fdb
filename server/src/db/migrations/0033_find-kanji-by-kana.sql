CREATE TABLE "video_search_readings" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"texts_hash" text,
	"title_readings" bigint[] NOT NULL,
	"names_readings" bigint[] NOT NULL,
	"description_readings" bigint[] NOT NULL,
	"chapter_readings" bigint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_search_readings" ADD CONSTRAINT "video_search_readings_video_id_video_search_texts_video_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."video_search_texts"("video_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_search_readings_outdated" ON "video_search_readings" USING btree ("video_id") WHERE "video_search_readings"."texts_hash" is null;--> statement-breakpoint
CREATE INDEX "video_search_readings_title" ON "video_search_readings" USING gin (unpacked("title_readings"));--> statement-breakpoint
CREATE INDEX "video_search_readings_names" ON "video_search_readings" USING gin (unpacked("names_readings"));--> statement-breakpoint
CREATE INDEX "video_search_readings_description" ON "video_search_readings" USING gin (unpacked("description_readings"));--> statement-breakpoint
CREATE INDEX "video_search_readings_chapter" ON "video_search_readings" USING gin (unpacked("chapter_readings"));--> statement-breakpoint
-- As the table of grams: keys are read by their indexes alone, and the planner never knows for which key it plans.
ALTER TABLE "video_search_readings"
  SET (toast_tuple_target = 128),
  ALTER COLUMN "title_readings" SET STATISTICS 0,
  ALTER COLUMN "names_readings" SET STATISTICS 0,
  ALTER COLUMN "description_readings" SET STATISTICS 0,
  ALTER COLUMN "chapter_readings" SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "video_search_readings_title" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "video_search_readings_names" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "video_search_readings_description" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "video_search_readings_chapter" ALTER COLUMN 1 SET STATISTICS 0;
