ALTER TABLE "member_counts" ADD COLUMN "lists_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Processes of the previous release write "member_counts" with every change of a list, but do not know the version.
-- The next release drops this trigger.
CREATE FUNCTION "raise_lists_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."lists_version" := OLD."lists_version" + 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "raise_lists_version" BEFORE UPDATE ON "member_counts"
  FOR EACH ROW WHEN (NEW."lists_version" = OLD."lists_version") EXECUTE FUNCTION "raise_lists_version"();
