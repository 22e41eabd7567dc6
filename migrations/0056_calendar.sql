CREATE TABLE "calendar_links" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "calendar_links_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "calendar_links_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "calendar_links_by_user" ON "calendar_links" USING btree ("company_id","user_id");--> statement-breakpoint
-- by hand
-- A door of the tenancy wall: opens for the one calendar address whose secret is presented.
CREATE FUNCTION calendar_door(p_token bytea) RETURNS TABLE (company_id uuid, id uuid) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.calendar', encode(p_token, 'hex'), true);
  RETURN QUERY SELECT l.company_id, l.id FROM calendar_links l WHERE l.token_hash = p_token;
END $$;
