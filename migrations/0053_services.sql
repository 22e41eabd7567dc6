CREATE TABLE "calendar_events" (
	"company_id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"day" date,
	"people" integer NOT NULL,
	"url" text,
	CONSTRAINT "calendar_events_company_id_source_external_id_pk" PRIMARY KEY("company_id","source","external_id")
);
--> statement-breakpoint
ALTER TABLE "brain_uploads" ALTER COLUMN "created_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "brain_uploads" ADD COLUMN "external" jsonb;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "url" text;--> statement-breakpoint
CREATE INDEX "calendar_events_by_start" ON "calendar_events" USING btree ("company_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "brain_documents_external" ON "brain_documents" USING btree ("company_id","source","external_id");