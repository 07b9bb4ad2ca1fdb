CREATE TABLE "mail_preferences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"digest_since" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"changed_by" text,
	"changed_at" timestamp with time zone,
	"undeliverable_email" text,
	"undeliverable_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mailing_recipients" (
	"mailing_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"send_after" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"handed_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "mailing_recipients_mailing_id_user_id_pk" PRIMARY KEY("mailing_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mailings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"audience" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"send_at" timestamp with time zone,
	"listed_at" timestamp with time zone,
	"next_batch_at" timestamp with time zone,
	"notice_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mailings_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_recipients_user" ON "mailing_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mailing_recipients_due" ON "mailing_recipients" USING btree ("mailing_id","send_after") WHERE "mailing_recipients"."done_at" is null and "mailing_recipients"."handed_at" is null;--> statement-breakpoint
CREATE INDEX "mailings_notice" ON "mailings" USING btree ("notice_id");--> statement-breakpoint
-- The automatic mails. Staff switch them on and edit their texts.
INSERT INTO "mailings" ("key", "audience", "subject", "body", "created_at") VALUES
('welcome', 'welcome', 'ご登録ありがとうございます', E'メールアドレスの確認が完了しました。ご登録いただき、ありがとうございます。\n\n気になる動画を1本、開いてみてください。次に開いたときは、見ていたところから再生できます。', now()),
('trial_ending', 'trial_ending', '無料体験はまもなく終了します', E'無料体験は、あと1日以内に終了します。\n\n続けて視聴するには、プランをお申し込みください。お申し込みがなければ、料金はかかりません。', now()),
('trial_ended', 'trial_ended', '無料体験が終了しました', E'無料体験をご利用いただき、ありがとうございました。\n\nプランをお申し込みいただくと、すべての動画を続けて視聴できます。お気に入りと視聴履歴は、そのまま残っています。', now()),
('digest', 'nobody', '今週の新しい動画', '今週公開した動画をお知らせします。', now());
