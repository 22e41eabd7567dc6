CREATE TABLE "brain_upload_parts" (
	"company_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "brain_upload_parts_company_id_upload_id_position_pk" PRIMARY KEY("company_id","upload_id","position")
);
--> statement-breakpoint
CREATE TABLE "brain_uploads" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"digest" text NOT NULL,
	"status" text NOT NULL,
	"step" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"sentence" text,
	"document_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "brain_uploads_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE INDEX "brain_uploads_newest" ON "brain_uploads" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "brain_uploads_by_digest" ON "brain_uploads" USING btree ("company_id","digest");