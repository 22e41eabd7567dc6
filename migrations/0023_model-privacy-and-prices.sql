CREATE TABLE "model_prices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"valid_from" text NOT NULL,
	"input" numeric(20, 8) NOT NULL,
	"cached_input" numeric(20, 8) NOT NULL,
	"cache_write" numeric(20, 8) NOT NULL,
	"output" numeric(20, 8) NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "model_prices_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "model_privacy" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"keep_days" integer,
	"agreed_to" text,
	"agreed_by" uuid,
	"agreed_name" text,
	"agreed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "fallbacks" jsonb DEFAULT '{}'::jsonb NOT NULL;