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
CREATE INDEX "letters_judged" ON "letters" USING btree ("company_id","mailbox_id","role","at") WHERE "letters"."judged" IS NOT NULL;--> statement-breakpoint
-- However an answered email goes (its mailbox, its age, an erasure), what came of it goes too. At the end of the
-- transaction, so that a reset keeps all of it.
CREATE FUNCTION forget_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mail_preferences WHERE company_id = OLD.company_id AND letter_id = OLD.id;
  DELETE FROM mail_promises WHERE company_id = OLD.company_id AND letter_id = OLD.id;
  DELETE FROM memories WHERE company_id = OLD.company_id AND source_type = 'email'
    AND key IN (OLD.id || ':asked', OLD.id || ':answered');
  IF FOUND THEN
    UPDATE brain_state SET version = version + 1, deleted_at = version + 1 WHERE company_id = OLD.company_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER letters_forget_email AFTER DELETE ON "letters" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.state = 'sent') EXECUTE FUNCTION forget_email();
