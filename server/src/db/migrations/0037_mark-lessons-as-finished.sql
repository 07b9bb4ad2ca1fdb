CREATE TABLE "lesson_marks" (
	"user_id" integer NOT NULL,
	"video_id" integer NOT NULL,
	"is_finished" boolean NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lesson_marks_user_id_video_id_pk" PRIMARY KEY("user_id","video_id")
);
--> statement-breakpoint
ALTER TABLE "lesson_marks" ADD CONSTRAINT "lesson_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_marks" ADD CONSTRAINT "lesson_marks_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_marks_video" ON "lesson_marks" USING btree ("video_id");