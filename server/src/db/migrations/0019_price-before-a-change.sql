ALTER TABLE "plan_changes" ADD COLUMN "from_price" integer;--> statement-breakpoint
ALTER TABLE "plan_changes" ADD COLUMN "from_price_without_tax" integer;