CREATE TABLE "site_documents" (
	"document" text NOT NULL,
	"revision" integer NOT NULL,
	"content" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_documents_document_revision_pk" PRIMARY KEY("document","revision")
);
