ALTER TABLE "companies" ADD COLUMN "goals" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "departments_active" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "monthly_revenue" numeric(20, 2);--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "monthly_revenue_currency" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "goal_targets" jsonb DEFAULT '[]'::jsonb NOT NULL;