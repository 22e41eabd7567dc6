CREATE TABLE "entries" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"table" text NOT NULL,
	"called" text,
	"title" text,
	"day" date,
	"notes" text,
	CONSTRAINT "entries_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "entries_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
ALTER TABLE "slack_settings" ADD COLUMN "messages" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "entries_of_import" ON "entries" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "entries_newest" ON "entries" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "entries_by_day" ON "entries" USING btree ("company_id","day","id");--> statement-breakpoint
CREATE INDEX "entries_by_table" ON "entries" USING btree ("company_id","table","called");--> statement-breakpoint
-- Rows hold the words of questions, which outlived the deletion of who typed them; digests take their place.
DELETE FROM question_routings;
