CREATE TABLE "gifts" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer,
	"months" smallint NOT NULL,
	"session_id" text NOT NULL,
	"code" text NOT NULL,
	"bought_at" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"redeemed_by" integer,
	"redeemed_at" timestamp with time zone,
	CONSTRAINT "gifts_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "gift_months" smallint;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_redeemed_by_users_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gifts_user" ON "gifts" USING btree ("user_id","bought_at");--> statement-breakpoint
CREATE INDEX "gifts_redeemed_by" ON "gifts" USING btree ("redeemed_by") WHERE "gifts"."redeemed_by" is not null;