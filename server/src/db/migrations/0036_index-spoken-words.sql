CREATE TABLE "video_search_spoken" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"spoken_text" text NOT NULL,
	"spoken_grams" bigint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_search_spoken" ADD CONSTRAINT "video_search_spoken_video_id_video_search_texts_video_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."video_search_texts"("video_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_search_spoken_grams" ON "video_search_spoken" USING gin (unpacked("spoken_grams"));