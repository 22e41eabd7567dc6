CREATE TABLE "oversight_findings" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"detector" text NOT NULL,
	"subject" text NOT NULL,
	"agent_id" uuid,
	"occasion" text NOT NULL,
	"state" text NOT NULL,
	"level" text NOT NULL,
	"title" text NOT NULL,
	"detail" text NOT NULL,
	"reading" double precision NOT NULL,
	"run_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp with time zone,
	"intervention" text,
	"was" text,
	"done" text NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	CONSTRAINT "oversight_findings_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "oversight_logs" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"finding_id" uuid,
	"status" text NOT NULL,
	"is_quiet" boolean DEFAULT false NOT NULL,
	CONSTRAINT "oversight_logs_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "oversight_states" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"measured_until" timestamp with time zone,
	"normal" jsonb NOT NULL,
	"last_check_at" timestamp with time zone,
	"last_check_ms" double precision,
	"readings" jsonb NOT NULL,
	"verified_seq" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "authority_states" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "policy_epoch" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "oversight_findings_once" ON "oversight_findings" USING btree ("company_id","detector","subject") WHERE "oversight_findings"."state" <> 'over';--> statement-breakpoint
CREATE INDEX "oversight_findings_newest" ON "oversight_findings" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "oversight_logs_newest" ON "oversight_logs" USING btree ("company_id","at","id");