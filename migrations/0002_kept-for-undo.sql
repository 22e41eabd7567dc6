CREATE TABLE "kept_rows" (
	"company_id" uuid NOT NULL,
	"bundle" uuid NOT NULL,
	"source" text NOT NULL,
	"place" integer NOT NULL,
	"row" jsonb NOT NULL,
	CONSTRAINT "kept_rows_company_id_bundle_source_place_pk" PRIMARY KEY("company_id","bundle","source","place")
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
