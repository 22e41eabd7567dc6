DROP INDEX "agents_one_serves_per_role";--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "is_outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_one_serves_per_role" ON "agents" USING btree ("company_id","role") WHERE "agents"."retired_at" IS NULL AND NOT "agents"."is_outside";