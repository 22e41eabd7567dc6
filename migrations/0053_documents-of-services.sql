ALTER TABLE "brain_uploads" ALTER COLUMN "created_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "brain_uploads" ADD COLUMN "external" jsonb;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "brain_documents" ADD COLUMN "url" text;--> statement-breakpoint
CREATE UNIQUE INDEX "brain_documents_external" ON "brain_documents" USING btree ("company_id","source","external_id");