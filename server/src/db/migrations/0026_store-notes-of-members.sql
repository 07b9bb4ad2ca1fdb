CREATE TABLE "notes" (
	"user_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"video_id" integer,
	"video_title" text NOT NULL,
	"kind" text DEFAULT 'note' NOT NULL,
	"second" integer NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"done_on" date,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notes_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "notes_kind" CHECK ("notes"."kind" in ('note', 'practice'))
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_newest" ON "notes" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_video" ON "notes" USING btree ("video_id","user_id","second");