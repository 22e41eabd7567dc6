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
ALTER TABLE "connections" ADD COLUMN "sync_token" uuid;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "sync_until" timestamp with time zone;