ALTER TABLE "connections" ADD COLUMN "hastened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "watched_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "data_sources" ADD COLUMN "doubles" jsonb DEFAULT '[]'::jsonb NOT NULL;