ALTER TABLE "agents" ADD COLUMN "paused_by_oversight" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "lowered_by_oversight" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "oversight_findings" DROP COLUMN "was";