ALTER TABLE "record_removals" ADD COLUMN "sentence" text;--> statement-breakpoint
CREATE INDEX "contracts_in_state" ON "contracts" USING btree ("company_id","status","updated_at","id","ends_on","signed_on");--> statement-breakpoint
CREATE INDEX "customers_in_state" ON "customers" USING btree ("company_id","status","updated_at","id","last_contact_on");--> statement-breakpoint
CREATE INDEX "deals_in_state" ON "deals" USING btree ("company_id","stage","updated_at","id","expected_close_on",coalesce("last_activity_on", "opened_on"));--> statement-breakpoint
CREATE INDEX "invoices_in_state" ON "invoices" USING btree ("company_id","status","updated_at","id","direction","due_on");--> statement-breakpoint
CREATE INDEX "subscriptions_in_state" ON "subscriptions" USING btree ("company_id","status","updated_at","id","renews_on");--> statement-breakpoint
CREATE INDEX "tickets_in_state" ON "tickets" USING btree ("company_id","status","updated_at","id","kind","due_on");--> statement-breakpoint
CREATE INDEX "vendors_in_state" ON "vendors" USING btree ("company_id","status","updated_at","id");--> statement-breakpoint
-- A file waits for hours at most and is read in slices, which compressed bytes would have to be unpacked for each time.
ALTER TABLE "record_import_parts" ALTER COLUMN "content" SET STORAGE EXTERNAL;
