CREATE INDEX "subscriptions_failing" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."payment_failed";--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_trials" ON "users" USING btree ("created_at","id") WHERE "users"."subscription_status" = 'trial' and "users"."closed_at" is null;