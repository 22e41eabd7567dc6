CREATE TABLE "authorizations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"role" text NOT NULL,
	"decision_id" uuid NOT NULL,
	"decision_type" text NOT NULL,
	"occasion" text NOT NULL,
	"is_test" boolean NOT NULL,
	"inputs" jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "authorizations_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"company_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"note" text NOT NULL,
	"changed_by" uuid,
	"restores" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_versions_company_id_version_pk" PRIMARY KEY("company_id","version")
);
--> statement-breakpoint
CREATE TABLE "backtest_cases" (
	"company_id" uuid NOT NULL,
	"backtest_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"shown" jsonb NOT NULL,
	CONSTRAINT "backtest_cases_company_id_backtest_id_kind_position_pk" PRIMARY KEY("company_id","backtest_id","kind","position")
);
--> statement-breakpoint
CREATE TABLE "backtests" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"started_by" uuid NOT NULL,
	"status" text NOT NULL,
	"days" integer NOT NULL,
	"base" integer NOT NULL,
	"assumption" text NOT NULL,
	"limits" jsonb NOT NULL,
	"differences" jsonb NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"recorded_since" timestamp with time zone,
	"done" integer NOT NULL,
	"total" integer NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "backtests_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "decision_views" (
	"company_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "decision_views_company_id_decision_id_person_id_pk" PRIMARY KEY("company_id","decision_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "undone_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "backtest_cases" ADD CONSTRAINT "backtest_cases_of" FOREIGN KEY ("company_id","backtest_id") REFERENCES "public"."backtests"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "decision_views" ADD CONSTRAINT "decision_views_decision" FOREIGN KEY ("company_id","decision_id") REFERENCES "public"."decisions"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "authorizations_by_time" ON "authorizations" USING btree ("company_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "authorizations_by_decision" ON "authorizations" USING btree ("company_id","decision_id");
--> statement-breakpoint
CREATE INDEX "backtests_by_time" ON "backtests" USING btree ("company_id","created_at");
--> statement-breakpoint
CREATE INDEX "policies_by_version" ON "policies" USING btree ("company_id","version");
--> statement-breakpoint
CREATE INDEX "decisions_by_settler" ON "decisions" USING btree ("company_id","settled_by","settled_at") WHERE "decisions"."settled_by" IS NOT NULL;
--> statement-breakpoint
-- by hand: these in this order, because the key needs its column.
ALTER TABLE "policies" ADD COLUMN "decision_type" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "alone" numeric(20, 2);
--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "alone_discount_percent" numeric(5, 2);
--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "policies" DROP CONSTRAINT "policies_company_id_role_version_pk";
--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_company_id_role_decision_type_version_pk" PRIMARY KEY("company_id","role","decision_type","version");
--> statement-breakpoint
-- by hand: the header of a version, which each role's row held; of roles changed to the same number, the last one's.
INSERT INTO policy_versions (company_id, version, note, changed_by, created_at)
SELECT DISTINCT ON (company_id, version) company_id, version, CASE WHEN version = 1 THEN 'Defaults' ELSE note END,
  changed_by, created_at
FROM policies ORDER BY company_id, version, created_at DESC;
--> statement-breakpoint
ALTER TABLE "policies" DROP COLUMN "note";
--> statement-breakpoint
ALTER TABLE "policies" DROP COLUMN "changed_by";
--> statement-breakpoint
ALTER TABLE "policies" DROP COLUMN "created_at";
--> statement-breakpoint
-- by hand: what was asked and answered is never changed.
CREATE TRIGGER authorizations_are_append_only BEFORE UPDATE ON authorizations FOR EACH ROW EXECUTE FUNCTION refuse_change();
