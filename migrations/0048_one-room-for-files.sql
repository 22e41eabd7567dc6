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
DROP TABLE "record_imports" CASCADE;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("company_id","created_at");