ALTER TABLE "mail_outbox" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "plays_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "trials" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_outbox_user" ON "mail_outbox" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trials_user" ON "trials" USING btree ("user_id");--> statement-breakpoint
-- An account and its trial begin at the same instant. Accounts that share an instant stay unresolved.
UPDATE "trials" t SET "user_id" = u."id" FROM "users" u
 WHERE u."created_at" = t."started_at" AND u."closed_at" IS NULL
   AND NOT EXISTS (SELECT FROM "users" other WHERE other."created_at" = u."created_at" AND other."id" <> u."id");--> statement-breakpoint
UPDATE "mail_outbox" m SET "user_id" = u."id" FROM "users" u
 WHERE u."email" = m."recipient" AND u."closed_at" IS NULL AND u."created_at" <= m."created_at";
