CREATE TABLE "outgoing_mails" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" uuid NOT NULL,
	"recipient" text NOT NULL,
	"sealed" "bytea",
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"doubts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "outgoing_mails_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_links_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "password_links_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "outgoing_mails_about" ON "outgoing_mails" USING btree ("company_id","about","created_at");--> statement-breakpoint
CREATE INDEX "outgoing_mails_by_age" ON "outgoing_mails" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "password_links_by_user" ON "password_links" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
-- by hand
-- A door of the tenancy wall: for the one link that is presented.
CREATE FUNCTION password_link_door(p_token bytea) RETURNS TABLE (company_id uuid, id uuid) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.password_link', encode(p_token, 'hex'), true);
  RETURN QUERY SELECT l.company_id, l.id FROM password_links l WHERE l.token_hash = p_token;
END $$;
