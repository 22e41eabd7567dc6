CREATE TABLE "chat_turns" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"message" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"run_id" uuid NOT NULL,
	"response" text,
	"type" text,
	"reply" jsonb,
	"topic" jsonb,
	"sentence" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "chat_turns_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "agent_runs" ADD COLUMN "private_to" uuid;--> statement-breakpoint
CREATE INDEX "chat_turns_newest" ON "chat_turns" USING btree ("company_id","person_id","sent_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_turns_open" ON "chat_turns" USING btree ("company_id","person_id") WHERE "chat_turns"."ended_at" IS NULL;