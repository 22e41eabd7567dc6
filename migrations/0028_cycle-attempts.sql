ALTER TABLE "autopilot_cycles" ADD COLUMN "attempt" uuid;--> statement-breakpoint
CREATE INDEX "decisions_held" ON "decisions" USING btree ("company_id") WHERE "decisions"."undo_until" IS NOT NULL;