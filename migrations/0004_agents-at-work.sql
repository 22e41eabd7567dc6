CREATE TABLE "agent_run_gates" (
	"company_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_run_steps" (
	"company_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"detail" text,
	"result" jsonb,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "agent_run_steps_company_id_run_id_position_pk" PRIMARY KEY("company_id","run_id","position")
);
--> statement-breakpoint
CREATE TABLE "agent_runs" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"agent_name" text NOT NULL,
	"agent_role" text NOT NULL,
	"skill" text NOT NULL,
	"label" text NOT NULL,
	"trigger" text NOT NULL,
	"asked_by" uuid,
	"parent_id" uuid,
	"depth" integer DEFAULT 0 NOT NULL,
	"input" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"origin" text NOT NULL,
	"status" text NOT NULL,
	"engine" text NOT NULL,
	"cost_state" text DEFAULT 'zero' NOT NULL,
	"cost_usd" numeric(12, 6) DEFAULT 0,
	"output" jsonb,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sentence" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp with time zone,
	"stop_asked_by" uuid,
	"stop_asked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"not_before" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "agent_runs_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"author_id" uuid,
	"agent_id" uuid,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"origin" text NOT NULL,
	"run_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "comments_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"text" text NOT NULL,
	"urgency" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "questions_company_id_task_id_pk" PRIMARY KEY("company_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "question_routings" (
	"company_id" uuid NOT NULL,
	"words" text NOT NULL,
	"meaning" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "question_routings_company_id_words_meaning_pk" PRIMARY KEY("company_id","words","meaning")
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"customer_name" text,
	"customer_key" text,
	"customer_id" uuid,
	"vendor_name" text,
	"vendor_key" text,
	"vendor_id" uuid,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"signed_on" date,
	"starts_on" date,
	"ends_on" date,
	"notice_days" integer,
	"auto_renews" boolean,
	"renewal_months" integer,
	"yearly_value" numeric(20, 2),
	"currency" text,
	"owner_name" text,
	"notes" text,
	CONSTRAINT "contracts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "contracts_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"email" text,
	"phone" text,
	"segment" text,
	"status" text NOT NULL,
	"owner_name" text,
	"since" date,
	"last_contact_on" date,
	"usage_30" integer,
	"usage_prior_30" integer,
	"satisfaction" numeric(4, 2),
	"notes" text,
	CONSTRAINT "customers_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "customers_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"customer_name" text,
	"customer_key" text,
	"customer_id" uuid,
	"name" text NOT NULL,
	"stage" text NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"currency" text,
	"probability" numeric(5, 4),
	"channel" text,
	"owner_name" text,
	"opened_on" date NOT NULL,
	"expected_close_on" date,
	"last_activity_on" date,
	"closed_on" date,
	"next_step" text,
	"notes" text,
	CONSTRAINT "deals_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "deals_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"customer_name" text,
	"customer_key" text,
	"customer_id" uuid,
	"vendor_name" text,
	"vendor_key" text,
	"vendor_id" uuid,
	"number" text NOT NULL,
	"direction" text NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"paid_on" date,
	"amount" numeric(20, 2) NOT NULL,
	"currency" text,
	"status" text NOT NULL,
	"category" text,
	"channel" text,
	"notes" text,
	CONSTRAINT "invoices_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "invoices_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "record_import_parts" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "record_import_parts_company_id_import_id_position_pk" PRIMARY KEY("company_id","import_id","position")
);
--> statement-breakpoint
CREATE TABLE "record_imports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"status" text NOT NULL,
	"size" integer NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"date_format" text,
	"decimal_commas" boolean,
	"encoding" text,
	"read" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"bad_count" integer DEFAULT 0 NOT NULL,
	"bad_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sentence" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "record_imports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "record_removals" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"label" text NOT NULL,
	"what" jsonb NOT NULL,
	"status" text NOT NULL,
	"portions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"restored" integer DEFAULT 0 NOT NULL,
	"removed_by" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	"kept_until" timestamp with time zone NOT NULL,
	CONSTRAINT "record_removals_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"customer_name" text,
	"customer_key" text,
	"customer_id" uuid,
	"vendor_name" text,
	"vendor_key" text,
	"vendor_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric(20, 2),
	"currency" text,
	"interval" text,
	"seats" integer,
	"started_on" date,
	"renews_on" date,
	"cancelled_on" date,
	"owner_name" text,
	"notes" text,
	CONSTRAINT "subscriptions_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "subscriptions_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"customer_name" text,
	"customer_key" text,
	"customer_id" uuid,
	"number" text,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"priority" text NOT NULL,
	"opened_on" date NOT NULL,
	"due_on" date,
	"resolved_on" date,
	"owner_name" text,
	"estimated_hours" numeric(10, 2),
	"actual_hours" numeric(10, 2),
	"detail" text,
	CONSTRAINT "tickets_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "tickets_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "vendors" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"email" text,
	"category" text,
	"status" text NOT NULL,
	"owner_name" text,
	"yearly_budget" numeric(20, 2),
	"currency" text,
	"notes" text,
	CONSTRAINT "vendors_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "vendors_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
ALTER TABLE "agents" DROP CONSTRAINT "agents_one_per_role";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "retired_reason" text;--> statement-breakpoint
ALTER TABLE "communications" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "communications" ADD COLUMN "origin" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "origin" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "origin" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
CREATE INDEX "agent_runs_newest" ON "agent_runs" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "agent_runs_of_agent" ON "agent_runs" USING btree ("company_id","agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "agent_runs_under_way" ON "agent_runs" USING btree ("company_id","created_at") WHERE "agent_runs"."status" IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX "agent_runs_of_parent" ON "agent_runs" USING btree ("company_id","parent_id") WHERE "agent_runs"."parent_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "comments_of_subject" ON "comments" USING btree ("company_id","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("company_id","asked_at");--> statement-breakpoint
CREATE INDEX "contracts_by_end" ON "contracts" USING btree ("company_id","status","ends_on");--> statement-breakpoint
CREATE INDEX "contracts_of_customer" ON "contracts" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "contracts_of_vendor" ON "contracts" USING btree ("company_id","vendor_id");--> statement-breakpoint
CREATE INDEX "contracts_of_import" ON "contracts" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "contracts_unknown_customer" ON "contracts" USING btree ("company_id","customer_key") WHERE "contracts"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "contracts_unknown_vendor" ON "contracts" USING btree ("company_id","vendor_key") WHERE "contracts"."vendor_id" IS NULL;--> statement-breakpoint
CREATE INDEX "contracts_newest" ON "contracts" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "customers_of_import" ON "customers" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "customers_by_key" ON "customers" USING btree ("company_id","name_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customers_newest" ON "customers" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "deals_by_stage" ON "deals" USING btree ("company_id","stage","expected_close_on");--> statement-breakpoint
CREATE INDEX "deals_by_opening" ON "deals" USING btree ("company_id","opened_on");--> statement-breakpoint
CREATE INDEX "deals_of_customer" ON "deals" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "deals_of_import" ON "deals" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "deals_unknown_customer" ON "deals" USING btree ("company_id","customer_key") WHERE "deals"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "deals_newest" ON "deals" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "invoices_by_status" ON "invoices" USING btree ("company_id","direction","status","due_on");--> statement-breakpoint
CREATE INDEX "invoices_by_day" ON "invoices" USING btree ("company_id","direction","issued_on");--> statement-breakpoint
CREATE INDEX "invoices_by_payment" ON "invoices" USING btree ("company_id","paid_on");--> statement-breakpoint
CREATE INDEX "invoices_of_customer" ON "invoices" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "invoices_of_vendor" ON "invoices" USING btree ("company_id","vendor_id");--> statement-breakpoint
CREATE INDEX "invoices_of_import" ON "invoices" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "invoices_unknown_customer" ON "invoices" USING btree ("company_id","customer_key") WHERE "invoices"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "invoices_unknown_vendor" ON "invoices" USING btree ("company_id","vendor_key") WHERE "invoices"."vendor_id" IS NULL;--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "record_imports_newest" ON "record_imports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "record_removals_newest" ON "record_removals" USING btree ("company_id","removed_at");--> statement-breakpoint
CREATE INDEX "subscriptions_by_renewal" ON "subscriptions" USING btree ("company_id","status","renews_on");--> statement-breakpoint
CREATE INDEX "subscriptions_by_kind" ON "subscriptions" USING btree ("company_id","kind","renews_on");--> statement-breakpoint
CREATE INDEX "subscriptions_of_customer" ON "subscriptions" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_vendor" ON "subscriptions" USING btree ("company_id","vendor_id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_import" ON "subscriptions" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "subscriptions_unknown_customer" ON "subscriptions" USING btree ("company_id","customer_key") WHERE "subscriptions"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_unknown_vendor" ON "subscriptions" USING btree ("company_id","vendor_key") WHERE "subscriptions"."vendor_id" IS NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_newest" ON "subscriptions" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("company_id","kind","status","due_on");--> statement-breakpoint
CREATE INDEX "tickets_of_customer" ON "tickets" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_of_import" ON "tickets" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "tickets_unknown_customer" ON "tickets" USING btree ("company_id","customer_key") WHERE "tickets"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "tickets_newest" ON "tickets" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "vendors_by_name" ON "vendors" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "vendors_of_import" ON "vendors" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "vendors_by_key" ON "vendors" USING btree ("company_id","name_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "vendors_newest" ON "vendors" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "journal_by_action" ON "journal" USING btree ("company_id","action","seq");--> statement-breakpoint
CREATE INDEX "journal_by_agent" ON "journal" USING btree ("company_id","agent_id","action","seq") WHERE "journal"."agent_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_one_serves_per_role" ON "agents" USING btree ("company_id","role") WHERE "agents"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "communications_of_run" ON "communications" USING btree ("company_id","run_id") WHERE "communications"."run_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "decisions_of_run" ON "decisions" USING btree ("company_id","run_id");--> statement-breakpoint
CREATE INDEX "tasks_of_run" ON "tasks" USING btree ("company_id","run_id") WHERE "tasks"."run_id" IS NOT NULL;--> statement-breakpoint
-- Rows that wait for the undo of a reset come back with every column the tables have now.
UPDATE kept_rows SET row = row || '{"origin": "system"}' WHERE source IN ('tasks', 'communications', 'decisions');
--> statement-breakpoint
-- Kept answers are made anew with what messages and decisions carry now.
DELETE FROM dashboard_pages;
