CREATE TABLE "party_names" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"fold" text NOT NULL,
	"name_key" text NOT NULL,
	"name" text NOT NULL,
	"party_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "party_names_company_id_kind_fold_pk" PRIMARY KEY("company_id","kind","fold")
);
--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "stage_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "document" text DEFAULT 'invoice';--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "open_amount" numeric(20, 2);--> statement-breakpoint
CREATE INDEX "party_names_by_key" ON "party_names" USING btree ("company_id","kind","name_key");--> statement-breakpoint
CREATE INDEX "party_names_of_party" ON "party_names" USING btree ("company_id","party_id");--> statement-breakpoint
CREATE INDEX "party_names_of_import" ON "party_names" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "deals_by_own_stage" ON "deals" USING btree ("company_id","stage","stage_name") WHERE "deals"."stage_name" IS NOT NULL;