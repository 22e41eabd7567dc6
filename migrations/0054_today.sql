CREATE TABLE "need_snoozes" (
	"company_id" uuid NOT NULL,
	"key" text NOT NULL,
	"act_on" date,
	"until" date NOT NULL,
	"snoozed_by" uuid NOT NULL,
	"snoozed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "need_snoozes_company_id_key_pk" PRIMARY KEY("company_id","key")
);
