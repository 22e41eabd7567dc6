CREATE TABLE "explore_pins" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"query" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "explore_pins_company_id_id_pk" PRIMARY KEY("company_id","id")
);
