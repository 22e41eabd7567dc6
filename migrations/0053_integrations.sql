CREATE TABLE "connection_log" (
	"company_id" uuid NOT NULL,
	"connection" integer NOT NULL,
	"id" integer NOT NULL,
	"status" text NOT NULL,
	"action" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connection_log_company_id_connection_id_pk" PRIMARY KEY("company_id","connection","id")
);
--> statement-breakpoint
CREATE TABLE "connection_seen" (
	"company_id" uuid NOT NULL,
	"connection" integer NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	CONSTRAINT "connection_seen_company_id_connection_kind_external_id_pk" PRIMARY KEY("company_id","connection","kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "data_sources" (
	"company_id" uuid NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"kinds" jsonb NOT NULL,
	"every_minutes" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_sources_company_id_source_pk" PRIMARY KEY("company_id","source")
);
--> statement-breakpoint
CREATE TABLE "metric_choices" (
	"company_id" uuid NOT NULL,
	"metric_name" text NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "metric_choices_company_id_metric_name_pk" PRIMARY KEY("company_id","metric_name")
);
--> statement-breakpoint
CREATE TABLE "calendar_events" (
	"company_id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"day" date,
	"people" integer NOT NULL,
	"url" text,
	CONSTRAINT "calendar_events_company_id_source_external_id_pk" PRIMARY KEY("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "slack_decisions" (
	"company_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"channel_id" text NOT NULL,
	"ts" text NOT NULL,
	CONSTRAINT "slack_decisions_company_id_decision_id_pk" PRIMARY KEY("company_id","decision_id")
);
--> statement-breakpoint
CREATE TABLE "slack_questions" (
	"company_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"channel_id" text NOT NULL,
	"thread_ts" text NOT NULL,
	CONSTRAINT "slack_questions_company_id_run_id_pk" PRIMARY KEY("company_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "slack_settings" (
	"company_id" uuid NOT NULL,
	"channel_id" text,
	"channel_name" text,
	"approvals" boolean NOT NULL,
	"notices" boolean NOT NULL,
	"brief" boolean NOT NULL,
	CONSTRAINT "slack_settings_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_granted";--> statement-breakpoint
ALTER TABLE "brain_uploads" ALTER COLUMN "created_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_accounts" ALTER COLUMN "balance" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "contracts" ALTER COLUMN "yearly_value" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "deals" ALTER COLUMN "amount" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "amount" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "open_amount" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "ledger" ALTER COLUMN "actual" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "ledger" ALTER COLUMN "budget" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "fee" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "net" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "people" ALTER COLUMN "monthly_cost" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "amount" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "amount" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "balance" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "vendors" ALTER COLUMN "yearly_budget" SET DATA TYPE numeric(20, 3);--> statement-breakpoint
ALTER TABLE "brain_uploads" ADD COLUMN "external" jsonb;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "sync_token" uuid;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "sync_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "is_reading_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "calendar_events_by_start" ON "calendar_events" USING btree ("company_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "brain_documents_external" ON "brain_documents" USING btree ("company_id","source","external_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_granted" CHECK ("deliveries"."grant_id" IS NOT NULL OR "deliveries"."kind" IN ('mail', 'alert', 'webhook', 'revocation', 'slack_message', 'slack_change'));