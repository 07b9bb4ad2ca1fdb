CREATE TABLE "price_lists" (
	"revision" integer PRIMARY KEY NOT NULL,
	"monthly" integer NOT NULL,
	"yearly" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"moves_at" timestamp with time zone,
	"request_key" uuid NOT NULL,
	"monthly_price" text,
	"yearly_price" text,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "price_moves" (
	"user_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"subscription_id" text NOT NULL,
	"plan" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "price_moves_user_id_revision_pk" PRIMARY KEY("user_id","revision")
);
--> statement-breakpoint
ALTER TABLE "price_moves" ADD CONSTRAINT "price_moves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_moves_revision" ON "price_moves" USING btree ("revision");