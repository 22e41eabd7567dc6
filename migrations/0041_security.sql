CREATE TABLE "operator_alerts" (
	"kind" text PRIMARY KEY NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"detail" text NOT NULL,
	"over_at" timestamp with time zone,
	"opened_sent_at" timestamp with time zone,
	"over_sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "security_counts" (
	"company_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "security_counts_company_id_hour_kind_pk" PRIMARY KEY("company_id","hour","kind")
);
--> statement-breakpoint
CREATE TABLE "audit_verifications" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"started_by" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"total" bigint NOT NULL,
	"verified" bigint DEFAULT 0 NOT NULL,
	"last_hash" "bytea",
	"fault_seq" bigint,
	"fault_sentence" text,
	CONSTRAINT "audit_verifications_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE INDEX "audit_verifications_newest" ON "audit_verifications" USING btree ("company_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_verifications_one_running" ON "audit_verifications" USING btree ("company_id") WHERE "audit_verifications"."status" = 'running';--> statement-breakpoint
CREATE INDEX "journal_by_time" ON "journal" USING btree ("company_id","at","seq");--> statement-breakpoint
CREATE INDEX "journal_by_severity" ON "journal" USING btree ("company_id","severity","seq") WHERE "journal"."severity" <> 'info';