ALTER TABLE "deals" ADD COLUMN "stage_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "document" text DEFAULT 'invoice';--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "open_amount" numeric(20, 2);