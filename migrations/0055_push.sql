CREATE TABLE "notice_choices" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"about" text NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"time_zone" text,
	CONSTRAINT "notice_choices_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint_hash" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"service" text NOT NULL,
	"user_agent" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"last_sent_at" timestamp with time zone,
	CONSTRAINT "push_devices_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "push_devices_endpoint" UNIQUE("company_id","endpoint_hash")
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_granted";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "push_devices_by_user" ON "push_devices" USING btree ("company_id","user_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_granted" CHECK ("deliveries"."grant_id" IS NOT NULL OR "deliveries"."kind" IN ('mail', 'alert', 'webhook', 'revocation', 'slack_message', 'slack_change', 'push'));