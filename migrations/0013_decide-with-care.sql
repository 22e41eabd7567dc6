ALTER TABLE "decisions" ADD COLUMN "undo_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "planned_tasks" integer DEFAULT 0 NOT NULL;