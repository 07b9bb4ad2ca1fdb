CREATE TABLE "caption_lines" (
	"video_id" integer NOT NULL,
	"position" integer NOT NULL,
	"starts_ms" integer NOT NULL,
	"ends_ms" integer NOT NULL,
	"text" text NOT NULL,
	"search_text" text NOT NULL,
	CONSTRAINT "caption_lines_video_id_position_pk" PRIMARY KEY("video_id","position"),
	CONSTRAINT "caption_lines_times" CHECK ("caption_lines"."starts_ms" >= 0 and "caption_lines"."ends_ms" > "caption_lines"."starts_ms")
);
--> statement-breakpoint
CREATE TABLE "captions" (
	"video_id" integer PRIMARY KEY NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "caption_lines" ADD CONSTRAINT "caption_lines_video_id_captions_video_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."captions"("video_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captions" ADD CONSTRAINT "captions_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;