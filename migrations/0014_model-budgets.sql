CREATE TABLE "model_budgets" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"company" numeric(20, 8) NOT NULL,
	"agent" numeric(20, 8) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_calls" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid,
	"agent_id" uuid,
	"purpose" text NOT NULL,
	"month" text NOT NULL,
	"day" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"largest" numeric(20, 8) NOT NULL,
	"settled_at" timestamp with time zone,
	"engine" text,
	"cost_state" text,
	"cost" numeric(20, 8),
	"counted" numeric(20, 8),
	"input_tokens" integer,
	"output_tokens" integer,
	"milliseconds" integer,
	"failure" text,
	CONSTRAINT "model_calls_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "model_connections" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"base_url" text,
	"sealed_key" "bytea",
	"key_end" text,
	"models" jsonb NOT NULL,
	"hides_personal_details" boolean NOT NULL,
	"consent_by" uuid NOT NULL,
	"consent_name" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_months" (
	"company_id" uuid NOT NULL,
	"month" text NOT NULL,
	"scope" uuid NOT NULL,
	"counted" numeric(20, 8) DEFAULT 0 NOT NULL,
	"reserved" numeric(20, 8) DEFAULT 0 NOT NULL,
	"warned_at" timestamp with time zone,
	"reached_at" timestamp with time zone,
	CONSTRAINT "model_months_company_id_month_scope_pk" PRIMARY KEY("company_id","month","scope")
);
--> statement-breakpoint
CREATE INDEX "model_calls_month" ON "model_calls" USING btree ("company_id","month","asked_at");--> statement-breakpoint
CREATE INDEX "model_calls_open" ON "model_calls" USING btree ("company_id","asked_at") WHERE settled_at IS NULL;