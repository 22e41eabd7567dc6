ALTER TABLE "agents" DROP CONSTRAINT "agents_one_per_role";--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "retired_reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_one_serves_per_role" ON "agents" USING btree ("company_id","role") WHERE "agents"."retired_at" is null;