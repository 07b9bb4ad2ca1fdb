CREATE TABLE "site_settings" (
	"revision" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
