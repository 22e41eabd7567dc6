CREATE INDEX "deals_by_opening" ON "deals" USING btree ("company_id","opened_on");--> statement-breakpoint
CREATE INDEX "invoices_by_payment" ON "invoices" USING btree ("company_id","paid_on");--> statement-breakpoint
CREATE INDEX "subscriptions_by_kind" ON "subscriptions" USING btree ("company_id","kind","renews_on");