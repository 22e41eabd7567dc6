DROP INDEX "communications_newest";--> statement-breakpoint
CREATE INDEX "communications_newest" ON "communications" USING btree ("company_id","created_at","id");