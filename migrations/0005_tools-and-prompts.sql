ALTER TABLE "agent_run_steps" ADD COLUMN "tool" text;--> statement-breakpoint
ALTER TABLE "agent_runs" ADD COLUMN "given" jsonb;