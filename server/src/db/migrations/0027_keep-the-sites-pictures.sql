CREATE TABLE "site_pictures" (
	"id" text NOT NULL,
	"path" text NOT NULL,
	"content" "bytea" NOT NULL,
	"wanted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_pictures_id_path_pk" PRIMARY KEY("id","path")
);
