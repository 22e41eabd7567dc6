CREATE TABLE "pay" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"employee_name" text NOT NULL,
	"day" date NOT NULL,
	"period" text,
	"role" text,
	"team" text,
	"gross" numeric(20, 3),
	"net" numeric(20, 3),
	"currency" text,
	"notes" text,
	CONSTRAINT "pay_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "pay_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
CREATE INDEX "pay_of_import" ON "pay" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "pay_newest" ON "pay" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "pay_by_day" ON "pay" USING btree ("company_id","day","id");