CREATE TABLE "company_invitations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"approval_limit" numeric(20, 2),
	"token_hash" "bytea" NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	CONSTRAINT "company_invitations_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "company_invitations_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "company_invitations_by_status" ON "company_invitations" USING btree ("company_id","status","created_at");--> statement-breakpoint
-- by hand
-- A door of the tenancy wall: opens for the one invitation whose link is presented.
CREATE FUNCTION invitation_door(p_token bytea) RETURNS TABLE (company_id uuid, id uuid) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.invitation', encode(p_token, 'hex'), true);
  RETURN QUERY SELECT i.company_id, i.id FROM company_invitations i WHERE i.token_hash = p_token;
END $$;
