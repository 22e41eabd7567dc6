CREATE TABLE "erasures" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	"rows" integer NOT NULL,
	"mac" text NOT NULL,
	CONSTRAINT "erasures_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "privacy_exports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "privacy_exports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"company_id" uuid NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"before" timestamp with time zone NOT NULL,
	"deleted" integer NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	CONSTRAINT "retention_runs_company_id_day_source_pk" PRIMARY KEY("company_id","day","source")
);
--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_kind";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "privacy_exports_of_person" ON "privacy_exports" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consents_given" ON "consents" USING btree ("company_id","user_id","kind") WHERE "consents"."withdrawn_at" IS NULL;--> statement-breakpoint
CREATE INDEX "consents_of_person" ON "consents" USING btree ("company_id","user_id","given_at","id");
--> statement-breakpoint
-- by hand
CREATE FUNCTION keep_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL
    OR (OLD.company_id, OLD.id, OLD.user_id, OLD.kind, OLD.terms, OLD.given_at)
      IS DISTINCT FROM (NEW.company_id, NEW.id, NEW.user_id, NEW.kind, NEW.terms, NEW.given_at) THEN
    RAISE EXCEPTION 'Of a consent only its withdrawal is added, once.' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER consents_are_kept BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION keep_consents();
--> statement-breakpoint
-- Only purge_company(), which runs as the tables' owner, may delete the journal of a company, and only of a closed one.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF current_setting('app.purging', true) = OLD.company_id::text THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'Rows of % are never changed or removed.', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
--> statement-breakpoint
CREATE FUNCTION purge_company(p_company uuid, p_table text, p_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_deleted int;
BEGIN
  IF p_table = 'erasures' OR NOT EXISTS (
    SELECT FROM erasures WHERE company_id = p_company AND user_id = p_company
  ) OR EXISTS (
    SELECT FROM companies WHERE company_id = p_company AND coalesce(closed_at > now() - interval '29 days', true)
  ) THEN
    RAISE EXCEPTION 'This company is not closed for long enough.' USING ERRCODE = '42501';
  END IF;
  PERFORM set_config('app.purging', p_company::text, true);
  EXECUTE format('DELETE FROM %I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %I WHERE company_id = $1 LIMIT $2))',
    p_table, p_table) USING p_company, p_most;
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  PERFORM set_config('app.purging', '', true);
  RETURN v_deleted;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_company(uuid, text, int) FROM PUBLIC;
