ALTER TABLE "model_calls" ADD COLUMN "paid_by" text DEFAULT 'operator' NOT NULL;--> statement-breakpoint
ALTER TABLE "model_months" ADD COLUMN "paid_by" text DEFAULT 'operator' NOT NULL;--> statement-breakpoint
ALTER TABLE "model_months" DROP CONSTRAINT "model_months_company_id_month_scope_pk";--> statement-breakpoint
ALTER TABLE "model_months" ADD CONSTRAINT "model_months_company_id_month_scope_paid_by_pk" PRIMARY KEY("company_id","month","scope","paid_by");--> statement-breakpoint
-- Who paid was not kept. A company with a connection of its own has most likely paid itself.
UPDATE "model_calls" SET "paid_by" = 'company' WHERE "company_id" IN (SELECT "company_id" FROM "model_connections");--> statement-breakpoint
UPDATE "model_months" SET "paid_by" = 'company' WHERE "company_id" IN (SELECT "company_id" FROM "model_connections");
