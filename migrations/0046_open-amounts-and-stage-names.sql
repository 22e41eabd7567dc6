ALTER TABLE "deals" ADD COLUMN "stage_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "document" text DEFAULT 'invoice';--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "open_amount" numeric(20, 2);--> statement-breakpoint
CREATE INDEX "deals_by_own_stage" ON "deals" USING btree ("company_id","stage","stage_name") WHERE "deals"."stage_name" IS NOT NULL;