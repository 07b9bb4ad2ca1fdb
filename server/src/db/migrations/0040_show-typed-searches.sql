ALTER TABLE "daily_search_terms" ADD COLUMN "spelling" text;--> statement-breakpoint
ALTER TABLE "pending_searches" ADD COLUMN "spelling" text;--> statement-breakpoint
-- The first texts of automatic mails, where nobody edited them. The mailer puts the end of the trial above the text.
UPDATE "mailings" SET "body" = E'続けて視聴するには、プランをお申し込みください。お申し込みがなければ、料金はかかりません。'
WHERE "key" = 'trial_ending' AND "body" = E'無料体験は、あと1日以内に終了します。\n\n続けて視聴するには、プランをお申し込みください。お申し込みがなければ、料金はかかりません。';--> statement-breakpoint
UPDATE "mailings" SET "subject" = '新着動画のまとめ' WHERE "key" = 'digest' AND "subject" = '今週の新しい動画';--> statement-breakpoint
UPDATE "mailings" SET "body" = 'この1週間に公開した動画をお知らせします。' WHERE "key" = 'digest' AND "body" = '今週公開した動画をお知らせします。';
