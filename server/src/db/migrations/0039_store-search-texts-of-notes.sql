ALTER TABLE "notes" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "search_revision" integer DEFAULT 0 NOT NULL;