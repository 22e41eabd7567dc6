CREATE TABLE "import_answers" (
	"company_id" uuid NOT NULL,
	"source" text NOT NULL,
	"question" text NOT NULL,
	"item" text NOT NULL,
	"answer" text NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_answers_company_id_source_question_item_pk" PRIMARY KEY("company_id","source","question","item")
);
--> statement-breakpoint
CREATE TABLE "transaction_rules" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"contains" text,
	"counterparty" text,
	"sign" text,
	"category" text NOT NULL,
	CONSTRAINT "transaction_rules_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "record_custom_fields" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"label_key" text NOT NULL,
	"type" text NOT NULL,
	"choices" jsonb NOT NULL,
	"currency" text,
	"place" integer NOT NULL,
	"hidden" boolean NOT NULL,
	"in_list" boolean NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "record_custom_fields_company_id_kind_key_pk" PRIMARY KEY("company_id","kind","key")
);
--> statement-breakpoint
CREATE TABLE "record_figures" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_stale" boolean NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "record_figures_company_id_kind_pk" PRIMARY KEY("company_id","kind")
);
--> statement-breakpoint
CREATE TABLE "import_changes" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"before" jsonb,
	CONSTRAINT "import_changes_company_id_import_id_kind_key_pk" PRIMARY KEY("company_id","import_id","kind","key")
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "import_parts_company_id_import_id_position_pk" PRIMARY KEY("company_id","import_id","position")
);
--> statement-breakpoint
CREATE TABLE "import_refusals" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"lines" text NOT NULL,
	CONSTRAINT "import_refusals_company_id_import_id_position_pk" PRIMARY KEY("company_id","import_id","position")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"status" text NOT NULL,
	"entrance" text NOT NULL,
	"target" text,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"profile" jsonb,
	"facts" jsonb,
	"preview" jsonb,
	"plan" jsonb,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"currency" text,
	"read" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"emptied" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"bad_count" integer DEFAULT 0 NOT NULL,
	"bad_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sentence" text,
	"means" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "imports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "bank_accounts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"bank" text,
	"number" text,
	"currency" text,
	"balance" numeric(20, 2),
	"balance_on" date,
	"status" text NOT NULL,
	"notes" text,
	CONSTRAINT "bank_accounts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "bank_accounts_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"account" text NOT NULL,
	"month" date NOT NULL,
	"type" text NOT NULL,
	"actual" numeric(20, 2),
	"budget" numeric(20, 2),
	"currency" text,
	"team" text,
	"notes" text,
	CONSTRAINT "ledger_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "ledger_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"paid_on" date NOT NULL,
	"type" text NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"fee" numeric(20, 2),
	"net" numeric(20, 2),
	"currency" text,
	"customer_name" text,
	"description" text,
	"reference" text,
	"notes" text,
	"customer_key" text,
	"customer_id" uuid,
	CONSTRAINT "payments_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payments_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"role" text,
	"team" text,
	"status" text NOT NULL,
	"started_on" date,
	"ended_on" date,
	"monthly_cost" numeric(20, 2),
	"currency" text,
	"manager_name" text,
	"location" text,
	"notes" text,
	CONSTRAINT "people_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "people_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"account_name" text,
	"booked_on" date NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"currency" text,
	"description" text,
	"counterparty" text,
	"category" text,
	"balance" numeric(20, 2),
	"reference" text,
	"notes" text,
	"rule_id" uuid,
	CONSTRAINT "transactions_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "transactions_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "stage_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "document" text DEFAULT 'invoice';--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "open_amount" numeric(20, 2);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "record_custom_fields_once" ON "record_custom_fields" USING btree ("company_id","kind","label_key") WHERE "record_custom_fields"."removed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "party_names_by_key" ON "party_names" USING btree ("company_id","kind","name_key");--> statement-breakpoint
CREATE INDEX "party_names_of_party" ON "party_names" USING btree ("company_id","party_id");--> statement-breakpoint
CREATE INDEX "party_names_of_import" ON "party_names" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "bank_accounts_of_import" ON "bank_accounts" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "bank_accounts_newest" ON "bank_accounts" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "bank_accounts_in_state" ON "bank_accounts" USING btree ("company_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "ledger_of_import" ON "ledger" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "ledger_newest" ON "ledger" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "ledger_by_day" ON "ledger" USING btree ("company_id","month","id");--> statement-breakpoint
CREATE INDEX "payments_of_import" ON "payments" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("company_id","paid_on","id");--> statement-breakpoint
CREATE INDEX "payments_of_customer" ON "payments" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "payments_unknown_customer" ON "payments" USING btree ("company_id","customer_key") WHERE "payments"."customer_id" IS NULL;--> statement-breakpoint
CREATE INDEX "people_of_import" ON "people" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "people_newest" ON "people" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "people_in_state" ON "people" USING btree ("company_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "transactions_of_import" ON "transactions" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "transactions_by_day" ON "transactions" USING btree ("company_id","booked_on","id");--> statement-breakpoint
CREATE INDEX "deals_by_own_stage" ON "deals" USING btree ("company_id","stage","stage_name") WHERE "deals"."stage_name" IS NOT NULL;--> statement-breakpoint
-- Files under way were read by the former import: they are added again.
INSERT INTO "imports" ("company_id", "id", "file_name", "size", "status", "entrance", "target", "choices", "columns", "currency",
  "read", "total", "added", "changed", "unchanged", "bad_count", "bad_lines", "sentence", "created_by", "created_at", "started_at", "finished_at")
SELECT "company_id", "id", "file_name", "size", CASE WHEN "status" IN ('waiting', 'running') THEN 'failed' ELSE "status" END, 'records', "kind",
  jsonb_build_object('given', jsonb_strip_nulls(jsonb_build_object('dateFormat', "date_format", 'decimalCommas', "decimal_commas"))),
  "columns", "currency", "read", "total", "added", "changed", "unchanged", "bad_count", "bad_lines",
  CASE WHEN "status" IN ('waiting', 'running') THEN 'An update stopped this import. Import the file again; what is already there stays.' ELSE "sentence" END,
  "created_by", "created_at", NULL, CASE WHEN "status" IN ('waiting', 'running') THEN "created_at" ELSE "finished_at" END
FROM "record_imports" WHERE "status" <> 'receiving';--> statement-breakpoint
INSERT INTO "imports" ("company_id", "id", "file_name", "size", "status", "entrance", "target", "choices", "columns", "currency",
  "read", "total", "added", "changed", "unchanged", "bad_count", "bad_lines", "sentence", "created_by", "created_at", "started_at", "finished_at")
SELECT "company_id", "id", "file_name", coalesce(octet_length("content"), 0), CASE WHEN "status" IN ('waiting', 'running') THEN 'failed' ELSE "status" END,
  'figures', 'figures',
  jsonb_build_object('given', jsonb_build_object('dateFormat', "date_format", 'metric', jsonb_build_object('name', "metric_name", 'currency', "currency"))),
  jsonb_build_array(jsonb_build_object('field', 'day', 'column', "date_column"), jsonb_build_object('field', 'figure:' || "metric_name", 'column', "value_column")),
  "currency", "read", "total", "added", "changed", "unchanged", "bad_count", "bad_lines",
  CASE WHEN "status" IN ('waiting', 'running') THEN 'An update stopped this import. Import the file again.' ELSE "sentence" END,
  "created_by", "created_at", NULL, CASE WHEN "status" IN ('waiting', 'running') THEN "created_at" ELSE "finished_at" END
FROM "metric_imports";--> statement-breakpoint
DROP TABLE "metric_imports" CASCADE;--> statement-breakpoint
DROP TABLE "record_import_parts" CASCADE;--> statement-breakpoint
DROP TABLE "record_imports" CASCADE;
