CREATE TABLE "connections" (
	"company_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"connector" text NOT NULL,
	"status" text,
	"account_id" text,
	"account_name" text,
	"scopes" jsonb NOT NULL,
	"sealed_credentials" "bytea",
	"sealed_access" "bytea",
	"sealed_refresh" "bytea",
	"token_version" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"refresh_expires_at" timestamp with time zone,
	"renewal_token" uuid,
	"renewal_until" timestamp with time zone,
	"error_count" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"cursor" jsonb,
	"last_sync_at" timestamp with time zone,
	"connected_at" timestamp with time zone NOT NULL,
	"connected_by" uuid,
	CONSTRAINT "connections_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "connections_once" UNIQUE("company_id","connector"),
	CONSTRAINT "connections_wiped" CHECK ("connections"."status" IS NOT NULL OR num_nonnulls("connections"."sealed_credentials", "connections"."sealed_access", "connections"."sealed_refresh") = 0)
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_granted";--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_granted" CHECK ("deliveries"."grant_id" IS NOT NULL OR "deliveries"."kind" IN ('mail', 'alert', 'webhook', 'revocation'));