ALTER TABLE "connections" ADD COLUMN "sync_token" uuid;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "sync_until" timestamp with time zone;