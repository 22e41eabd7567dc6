CREATE TABLE "deliveries" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"intent" text NOT NULL,
	"seq" integer NOT NULL,
	"order_key" text,
	"destination" text NOT NULL,
	"about" uuid,
	"recipient" text,
	"sealed" "bytea",
	"grant_id" uuid,
	"hold_epoch" integer,
	"hold_ms" integer NOT NULL,
	"status" text DEFAULT 'held' NOT NULL,
	"due_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"doubts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" uuid,
	CONSTRAINT "deliveries_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "deliveries_granted" CHECK ("deliveries"."grant_id" IS NOT NULL OR "deliveries"."kind" IN ('mail', 'alert', 'webhook'))
);
--> statement-breakpoint
CREATE TABLE "delivery_destinations" (
	"company_id" uuid NOT NULL,
	"destination" text NOT NULL,
	"failures" integer NOT NULL,
	"closed_until" timestamp with time zone,
	"answer" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_destinations_company_id_destination_pk" PRIMARY KEY("company_id","destination")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("company_id","kind","intent");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_in_order" ON "deliveries" USING btree ("company_id","seq");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("company_id","due_at") WHERE "deliveries"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_lines" ON "deliveries" USING btree ("company_id","order_key","seq") WHERE "deliveries"."order_key" IS NOT NULL AND "deliveries"."status" NOT IN ('sent', 'cancelled');--> statement-breakpoint
CREATE INDEX "deliveries_about" ON "deliveries" USING btree ("company_id","about","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_by_status" ON "deliveries" USING btree ("company_id","status","seq");--> statement-breakpoint
-- An external effect rests on a stored grant of the same company.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_grant" FOREIGN KEY ("company_id","grant_id") REFERENCES "grants"("company_id","id");
