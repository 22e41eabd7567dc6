CREATE TABLE "record_import_parts" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "record_import_parts_company_id_import_id_position_pk" PRIMARY KEY("company_id","import_id","position")
);
--> statement-breakpoint
CREATE TABLE "record_imports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"status" text NOT NULL,
	"size" integer NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"date_format" text,
	"decimal_commas" boolean,
	"encoding" text,
	"read" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"bad_count" integer DEFAULT 0 NOT NULL,
	"bad_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sentence" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "record_imports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "record_removals" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"label" text NOT NULL,
	"what" jsonb NOT NULL,
	"status" text NOT NULL,
	"portions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"restored" integer DEFAULT 0 NOT NULL,
	"removed_by" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	"kept_until" timestamp with time zone NOT NULL,
	CONSTRAINT "record_removals_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "customer_key" text;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "vendor_key" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "customer_key" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "customer_key" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vendor_key" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "customer_key" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "vendor_key" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "customer_key" text;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "import_id" uuid;--> statement-breakpoint
CREATE INDEX "record_imports_newest" ON "record_imports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "record_removals_newest" ON "record_removals" USING btree ("company_id","removed_at");--> statement-breakpoint
CREATE INDEX "contracts_of_import" ON "contracts" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "contracts_unknown_customer" ON "contracts" USING btree ("company_id","customer_key") WHERE "contracts"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "contracts_unknown_vendor" ON "contracts" USING btree ("company_id","vendor_key") WHERE "contracts"."vendor_id" IS NULL;--> statement-breakpoint
CREATE INDEX "customers_of_import" ON "customers" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "deals_of_import" ON "deals" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "deals_unknown_customer" ON "deals" USING btree ("company_id","customer_key") WHERE "deals"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "invoices_of_import" ON "invoices" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "invoices_unknown_customer" ON "invoices" USING btree ("company_id","customer_key") WHERE "invoices"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "invoices_unknown_vendor" ON "invoices" USING btree ("company_id","vendor_key") WHERE "invoices"."vendor_id" IS NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_of_import" ON "subscriptions" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "subscriptions_unknown_customer" ON "subscriptions" USING btree ("company_id","customer_key") WHERE "subscriptions"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_unknown_vendor" ON "subscriptions" USING btree ("company_id","vendor_key") WHERE "subscriptions"."vendor_id" IS NULL;--> statement-breakpoint
CREATE INDEX "tickets_of_import" ON "tickets" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "tickets_unknown_customer" ON "tickets" USING btree ("company_id","customer_key") WHERE "tickets"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "vendors_of_import" ON "vendors" USING btree ("company_id","import_id");