CREATE TABLE "idempotency_keys" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"body" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_company_id_user_id_route_key_pk" PRIMARY KEY("company_id","user_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "kept_rows" (
	"company_id" uuid NOT NULL,
	"bundle" uuid NOT NULL,
	"source" text NOT NULL,
	"place" integer NOT NULL,
	"row" jsonb NOT NULL,
	CONSTRAINT "kept_rows_company_id_bundle_source_place_pk" PRIMARY KEY("company_id","bundle","source","place")
);
--> statement-breakpoint
CREATE TABLE "exposure_totals" (
	"company_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"reserved" numeric(20, 2) DEFAULT 0 NOT NULL,
	"committed" numeric(20, 2) DEFAULT 0 NOT NULL,
	CONSTRAINT "exposure_totals_company_id_agent_id_year_pk" PRIMARY KEY("company_id","agent_id","year")
);
--> statement-breakpoint
CREATE TABLE "dashboard_days" (
	"company_id" uuid NOT NULL,
	"day" date NOT NULL,
	"proposed" integer DEFAULT 0 NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL,
	"due" integer DEFAULT 0 NOT NULL,
	"on_time" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "dashboard_days_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
CREATE TABLE "dashboard_pages" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"program" text NOT NULL,
	"version" text NOT NULL,
	"day" date NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dashboard_totals" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resets" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reset_at" timestamp with time zone NOT NULL,
	"kept_until" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"agents" integer NOT NULL,
	"decisions" integer NOT NULL,
	"communications" integer NOT NULL,
	"tasks" integer NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "resets_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
DROP INDEX "exposures_by_agent";--> statement-breakpoint
DROP INDEX "decisions_by_status";--> statement-breakpoint
DROP INDEX "tasks_by_status";--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "forecasts_resolved" ON "forecasts" USING btree ("company_id","horizon") WHERE "forecasts"."held" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_open_first" ON "tasks" USING btree ("company_id",(CASE WHEN "status" IN ('pending', 'in_progress') THEN 0 ELSE 1 END),"created_at" DESC NULLS FIRST,(-coalesce("effect_index", 2147483647)) DESC,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "exposures_by_agent" ON "exposures" USING btree ("company_id","agent_id","created_at");--> statement-breakpoint
CREATE INDEX "decisions_by_status" ON "decisions" USING btree ("company_id","status","number");--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("company_id","status","created_at",(-coalesce("effect_index", 2147483647)),"id");