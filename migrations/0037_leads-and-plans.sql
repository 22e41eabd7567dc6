CREATE TABLE "leads" (
	"digest" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "leads_id" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "plan_set_at" timestamp with time zone;--> statement-breakpoint
-- by hand
CREATE FUNCTION add_lead(
  p_digest text, p_id uuid, p_name text, p_email text, p_company text, p_message text, p_at timestamptz
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM leads WHERE created_at < p_at - interval '1 year';
  INSERT INTO leads (digest, id, name, email, company, message, created_at)
  VALUES (p_digest, p_id, p_name, p_email, p_company, p_message, p_at)
  ON CONFLICT (digest) DO NOTHING;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION add_lead(text, uuid, text, text, text, text, timestamptz) FROM PUBLIC;
