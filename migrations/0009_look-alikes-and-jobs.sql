CREATE TABLE "job_claims" (
	"company_id" uuid NOT NULL,
	"job" text NOT NULL,
	"occasion" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "job_claims_company_id_job_occasion_pk" PRIMARY KEY("company_id","job","occasion")
);
--> statement-breakpoint
CREATE TABLE "job_slots" (
	"company_id" uuid NOT NULL,
	"job" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "job_slots_company_id_job_pk" PRIMARY KEY("company_id","job")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "username_look" text;--> statement-breakpoint
CREATE INDEX "job_claims_by_age" ON "job_claims" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "job_slots_by_time" ON "job_slots" USING btree ("next_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_username_look" UNIQUE("username_look");