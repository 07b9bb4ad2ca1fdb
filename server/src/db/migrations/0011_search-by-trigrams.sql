-- Rows of grams are visited to be counted, so they are short: grams stand outside, read by their indexes alone, and texts
-- have a table of their own, where each is inside its row. The planner never knows for which grams it plans.
--
-- It knows neither what it costs to read what stands outside a row, and would look through all grams of a small catalogue,
-- fifty times slower than by the index. In PL/pgSQL, since a function in SQL would be put in its place.
CREATE FUNCTION "unpacked"("grams" bigint[]) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN "grams";
END $$;--> statement-breakpoint
CREATE TABLE "video_search_grams" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"title_grams" bigint[] NOT NULL,
	"base_grams" bigint[] NOT NULL,
	"chapter_grams" bigint[] NOT NULL,
	"all_grams" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_search_texts" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"title_text" text NOT NULL,
	"base_text" text NOT NULL,
	"chapter_text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_search_grams" ADD CONSTRAINT "video_search_grams_video_id_video_search_texts_video_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."video_search_texts"("video_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_search_texts" ADD CONSTRAINT "video_search_texts_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_search_grams_title" ON "video_search_grams" USING gin (unpacked("title_grams"));--> statement-breakpoint
CREATE INDEX "video_search_grams_base" ON "video_search_grams" USING gin (unpacked("base_grams"));--> statement-breakpoint
CREATE INDEX "video_search_grams_chapter" ON "video_search_grams" USING gin (unpacked("chapter_grams"));--> statement-breakpoint
CREATE INDEX "video_search_grams_all" ON "video_search_grams" USING gin (unpacked("all_grams"));--> statement-breakpoint
ALTER TABLE "video_search_grams"
  SET (toast_tuple_target = 128),
  ALTER COLUMN "title_grams" SET STATISTICS 0,
  ALTER COLUMN "base_grams" SET STATISTICS 0,
  ALTER COLUMN "chapter_grams" SET STATISTICS 0,
  ALTER COLUMN "all_grams" SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "video_search_grams_title" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "video_search_grams_base" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "video_search_grams_chapter" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "video_search_grams_all" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "video_search_texts"
  ALTER COLUMN "title_text" SET STORAGE MAIN,
  ALTER COLUMN "base_text" SET STORAGE MAIN,
  ALTER COLUMN "chapter_text" SET STORAGE MAIN;--> statement-breakpoint
-- Processes of the version before write "video_search" only, and this one's the other two only. A video that one of them
-- writes anew is missing in the other's index, which writes at its next start what is missing.
CREATE FUNCTION "forget_in_video_search_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "video_search_texts" WHERE "video_id" = NEW."video_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "forget_in_video_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "video_search" WHERE "video_id" = NEW."video_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "forget_in_video_search_texts" AFTER UPDATE ON "video_search"
  FOR EACH ROW EXECUTE FUNCTION "forget_in_video_search_texts"();--> statement-breakpoint
CREATE TRIGGER "forget_in_video_search" AFTER UPDATE ON "video_search_texts"
  FOR EACH ROW EXECUTE FUNCTION "forget_in_video_search"();
