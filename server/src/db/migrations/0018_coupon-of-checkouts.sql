ALTER TABLE "checkout_attempts" ADD COLUMN "promotion_code" text;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "coupon" text;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "amount_paid" integer;--> statement-breakpoint
CREATE INDEX "checkout_attempts_promotion" ON "checkout_attempts" USING btree ("promotion_code") WHERE "checkout_attempts"."promotion_code" is not null and "checkout_attempts"."state" = 'complete';