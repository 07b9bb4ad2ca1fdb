CREATE TABLE "learned_days" (
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	"milliseconds" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "learned_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "learned_days" ADD CONSTRAINT "learned_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;