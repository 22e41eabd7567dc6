ALTER TABLE "letters" ADD COLUMN "composed" jsonb;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "draft_version" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "replaced" jsonb;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "marked" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "watch_cursor" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "outage_task_id" uuid;--> statement-breakpoint
CREATE INDEX "letters_laid" ON "letters" USING btree ("company_id","mailbox_id","state") WHERE "letters"."draft_id" IS NOT NULL OR "letters"."replaced" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "letters_by_time" ON "letters" USING btree ("company_id","at","id");--> statement-breakpoint
CREATE INDEX "letters_by_sender" ON "letters" USING btree ("company_id","sender","at");