CREATE TABLE "home_curation" (
	"id" integer PRIMARY KEY NOT NULL,
	"pinned" integer[] DEFAULT '{}' NOT NULL,
	"newcomers_playlist" integer,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watch_history" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "home_curation" ADD CONSTRAINT "home_curation_newcomers_playlist_playlists_id_fk" FOREIGN KEY ("newcomers_playlist") REFERENCES "public"."playlists"("id") ON DELETE set null ON UPDATE no action;