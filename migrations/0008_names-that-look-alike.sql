ALTER TABLE "users" ADD COLUMN "username_look" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_username_look" UNIQUE("username_look");