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
DROP INDEX "decisions_by_status";--> statement-breakpoint
DROP INDEX "tasks_by_status";--> statement-breakpoint
CREATE INDEX "tasks_open_first" ON "tasks" USING btree ("company_id",(CASE WHEN "status" IN ('pending', 'in_progress') THEN 0 ELSE 1 END),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_by_status" ON "decisions" USING btree ("company_id","status","number");--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("company_id","status","created_at","id");