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
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_granted" CHECK ("deliveries"."grant_id" IS NOT NULL OR "deliveries"."kind" IN ('mail', 'alert', 'webhook', 'revocation', 'slack_message', 'slack_change'));