CREATE TABLE "mail_preferences" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"role" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_preferences_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail_promises" (
	"company_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"words" text NOT NULL,
	"due_on" date NOT NULL,
	CONSTRAINT "mail_promises_company_id_task_id_pk" PRIMARY KEY("company_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "mail_templates" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "mail_templates_company_id_kind_pk" PRIMARY KEY("company_id","kind")
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "proposed" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "engine" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "is_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "judged" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "begun" jsonb;--> statement-breakpoint
CREATE INDEX "mail_preferences_newest" ON "mail_preferences" USING btree ("company_id","role","at");--> statement-breakpoint
CREATE INDEX "mail_preferences_of_letter" ON "mail_preferences" USING btree ("company_id","letter_id");--> statement-breakpoint
CREATE INDEX "mail_promises_of_letter" ON "mail_promises" USING btree ("company_id","letter_id");--> statement-breakpoint
CREATE INDEX "letters_message" ON "letters" USING btree ("company_id","mailbox_id","message_id");--> statement-breakpoint
CREATE INDEX "letters_judged" ON "letters" USING btree ("company_id","mailbox_id","role","at") WHERE "letters"."judged" IS NOT NULL;