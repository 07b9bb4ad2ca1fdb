ALTER TABLE "staff_alerts" ADD COLUMN "amount" integer;--> statement-breakpoint
CREATE INDEX "staff_alerts_open" ON "staff_alerts" USING btree ("id") WHERE "staff_alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "stripe_events_customer" ON "stripe_events" USING btree ("customer_id","received_at");