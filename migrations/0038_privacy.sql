CREATE TABLE "erasures" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	"rows" integer NOT NULL,
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
	"id" uuid NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"before" timestamp with time zone NOT NULL,
	"deleted" bigint NOT NULL,
	CONSTRAINT "retention_runs_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_kind";--> statement-breakpoint
CREATE INDEX "privacy_exports_of_person" ON "privacy_exports" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "retention_runs_newest" ON "retention_runs" USING btree ("company_id","ran_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "consents_given" ON "consents" USING btree ("company_id","user_id","kind") WHERE "consents"."withdrawn_at" IS NULL;--> statement-breakpoint
CREATE INDEX "consents_of_person" ON "consents" USING btree ("company_id","user_id","given_at","id");--> statement-breakpoint
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
