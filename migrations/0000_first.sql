CREATE TABLE "journal" (
	"company_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"agent_id" uuid,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"resource_id" text,
	"title" text NOT NULL,
	"details" jsonb NOT NULL,
	"severity" text NOT NULL,
	"compliance_relevant" boolean NOT NULL,
	"sealed" "bytea",
	"sealed_for" uuid,
	"prev_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "journal_company_id_seq_pk" PRIMARY KEY("company_id","seq")
);
--> statement-breakpoint
CREATE TABLE "journal_heads" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_keys" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	CONSTRAINT "person_keys_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"industry" text,
	"subscription_plan" text DEFAULT 'professional' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"max_users" integer DEFAULT 10 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"terms" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "consents_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "consents_kind" UNIQUE("company_id","user_id","kind","terms")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "sessions_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"approval_limit" numeric(20, 2),
	"first_name" text,
	"last_name" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "users_username_key" UNIQUE("username_key"),
	CONSTRAINT "users_email_key" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"capabilities" jsonb NOT NULL,
	"autonomy" text DEFAULT 'assist' NOT NULL,
	"authority" text NOT NULL,
	"budget" numeric(20, 2) NOT NULL,
	"custom_instructions" text DEFAULT '' NOT NULL,
	"reports_to" uuid,
	"email_address" text,
	"status" text DEFAULT 'active' NOT NULL,
	"performance" numeric(5, 2),
	"last_activity" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agents_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "agents_one_per_role" UNIQUE("company_id","role")
);
--> statement-breakpoint
CREATE TABLE "authority_states" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"oversight" text DEFAULT 'INACTIVE' NOT NULL,
	"hold_epoch" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exposures" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"counterparty" text,
	"purpose" text,
	"decision_type" text NOT NULL,
	"state" text NOT NULL,
	"year" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "exposures_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"granted_by" text NOT NULL,
	"person_id" uuid,
	"agent_id" uuid,
	"decision_id" uuid,
	"effect" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "grants_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"company_id" uuid NOT NULL,
	"role" text NOT NULL,
	"version" integer NOT NULL,
	"per_decision" numeric(20, 2),
	"discount_percent" numeric(5, 2),
	"note" text NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "policies_company_id_role_version_pk" PRIMARY KEY("company_id","role","version")
);
--> statement-breakpoint
CREATE TABLE "communications" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sender_agent_id" uuid,
	"receiver_agent_id" uuid,
	"recipient" text,
	"recipient_email" text,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"message_type" text NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"decision_id" uuid,
	"effect_index" integer,
	"grant_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "communications_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "communications_once_per_effect" UNIQUE("company_id","decision_id","effect_index")
);
--> statement-breakpoint
CREATE TABLE "decision_counters" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"made" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"agent_id" uuid NOT NULL,
	"agent_name" text NOT NULL,
	"agent_role" text NOT NULL,
	"decision_type" text NOT NULL,
	"fingerprint" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"context" jsonb NOT NULL,
	"recommendation" text NOT NULL,
	"confidence" numeric(5, 4) NOT NULL,
	"impact" text NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"requires_approval" boolean NOT NULL,
	"settled_by" uuid,
	"reason" text,
	"approver_probability" numeric(5, 4),
	"closed_reason" text,
	"settled_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"engine" text NOT NULL,
	"run_id" uuid NOT NULL,
	"authorization" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"alternatives" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"exposure" jsonb NOT NULL,
	"working" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "decisions_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "decisions_number" UNIQUE("company_id","number")
);
--> statement-breakpoint
CREATE TABLE "forecasts" (
	"company_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"claim" text NOT NULL,
	"horizon" text NOT NULL,
	"metric" text,
	"target" numeric(24, 4),
	"probability" numeric(5, 4) NOT NULL,
	"base_rate" numeric(5, 4),
	"base_rate_note" text NOT NULL,
	"due_on" date NOT NULL,
	"resolver" text NOT NULL,
	"held" boolean,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	CONSTRAINT "forecasts_company_id_decision_id_position_pk" PRIMARY KEY("company_id","decision_id","position")
);
--> statement-breakpoint
CREATE TABLE "company_metrics" (
	"company_id" uuid NOT NULL,
	"metric_name" text NOT NULL,
	"measurement_date" date NOT NULL,
	"source" text NOT NULL,
	"metric_value" numeric(24, 4) NOT NULL,
	"currency" text,
	"agent_id" uuid,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_metrics_company_id_metric_name_measurement_date_source_pk" PRIMARY KEY("company_id","metric_name","measurement_date","source")
);
--> statement-breakpoint
CREATE TABLE "metric_imports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"metric_name" text NOT NULL,
	"currency" text,
	"date_column" text NOT NULL,
	"value_column" text NOT NULL,
	"date_format" text NOT NULL,
	"content" text,
	"status" text NOT NULL,
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
	CONSTRAINT "metric_imports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"assigned_agent_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"due_date" timestamp with time zone,
	"started_at" timestamp with time zone,
	"completion_date" timestamp with time zone,
	"completed_by" uuid,
	"estimated_hours" numeric(10, 2),
	"actual_hours" numeric(10, 2),
	"decision_id" uuid,
	"effect_index" integer,
	"grant_id" uuid NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tasks_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "tasks_once_per_effect" UNIQUE("company_id","decision_id","effect_index")
);
--> statement-breakpoint
ALTER TABLE "exposures" ADD CONSTRAINT "exposures_agent" FOREIGN KEY ("company_id","agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communications" ADD CONSTRAINT "communications_sender" FOREIGN KEY ("company_id","sender_agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communications" ADD CONSTRAINT "communications_receiver" FOREIGN KEY ("company_id","receiver_agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communications" ADD CONSTRAINT "communications_grant" FOREIGN KEY ("company_id","grant_id") REFERENCES "public"."grants"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_agent" FOREIGN KEY ("company_id","agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_decision" FOREIGN KEY ("company_id","decision_id") REFERENCES "public"."decisions"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_agent" FOREIGN KEY ("company_id","assigned_agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_grant" FOREIGN KEY ("company_id","grant_id") REFERENCES "public"."grants"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_by_resource" ON "journal" USING btree ("company_id","resource_id","seq");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "exposures_by_agent" ON "exposures" USING btree ("company_id","agent_id","year");--> statement-breakpoint
CREATE INDEX "exposures_by_decision" ON "exposures" USING btree ("company_id","decision_id");--> statement-breakpoint
CREATE INDEX "communications_newest" ON "communications" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "decisions_by_status" ON "decisions" USING btree ("company_id","status","created_at");--> statement-breakpoint
CREATE INDEX "decisions_same" ON "decisions" USING btree ("company_id","agent_id","created_at");--> statement-breakpoint
CREATE INDEX "decisions_waiting" ON "decisions" USING btree ("company_id",(CASE "priority" WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END),"number" DESC NULLS FIRST) WHERE "decisions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("company_id","status","created_at");