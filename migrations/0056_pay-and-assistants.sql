CREATE TABLE "assistant_states" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"grant_key" "bytea",
	"payload" "bytea" NOT NULL,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assistant_clients" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "assistant_clients_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "assistants" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"site" text,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "assistants_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "pay" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"origin" text NOT NULL,
	"import_id" uuid,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"employee_name" text NOT NULL,
	"day" date NOT NULL,
	"period" text,
	"role" text,
	"team" text,
	"gross" numeric(20, 3),
	"net" numeric(20, 3),
	"currency" text,
	"notes" text,
	CONSTRAINT "pay_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "pay_once" UNIQUE("company_id","source","external_id")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "assistant_id" uuid;--> statement-breakpoint
CREATE INDEX "assistant_states_of_grant" ON "assistant_states" USING btree ("grant_key");--> statement-breakpoint
CREATE INDEX "assistant_states_by_expiry" ON "assistant_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "assistants_by_user" ON "assistants" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "pay_of_import" ON "pay" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "pay_newest" ON "pay" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "pay_by_day" ON "pay" USING btree ("company_id","day","id");
--> statement-breakpoint
-- By hand. States of sign-ins belong to no company, so no company can read them: the application role may only call these
-- functions, with the digest of a kind and a secret.
CREATE FUNCTION put_assistant_state(
  p_key bytea, p_grant bytea, p_payload bytea, p_expires timestamptz, p_now timestamptz
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM assistant_states WHERE expires_at < p_now;
  INSERT INTO assistant_states (key, grant_key, payload, expires_at) VALUES (p_key, p_grant, p_payload, p_expires)
  ON CONFLICT (key) DO UPDATE SET payload = p_payload, expires_at = p_expires;
$$;
--> statement-breakpoint
CREATE FUNCTION get_assistant_state(p_key bytea, p_now timestamptz)
RETURNS TABLE (payload bytea, consumed_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.payload, s.consumed_at FROM assistant_states s WHERE s.key = p_key AND s.expires_at >= p_now;
$$;
--> statement-breakpoint
-- True for the first alone: of two that come at once, the second waits for the first and finds it used.
CREATE FUNCTION consume_assistant_state(p_key bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE assistant_states SET consumed_at = p_now WHERE key = p_key AND consumed_at IS NULL AND expires_at >= p_now;
  RETURN FOUND;
END $$;
--> statement-breakpoint
CREATE FUNCTION drop_assistant_states(p_key bytea, p_grant bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM assistant_states WHERE key = p_key OR grant_key = p_grant;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION put_assistant_state(bytea, bytea, bytea, timestamptz, timestamptz) FROM PUBLIC;
--> statement-breakpoint
REVOKE ALL ON FUNCTION get_assistant_state(bytea, timestamptz) FROM PUBLIC;
--> statement-breakpoint
REVOKE ALL ON FUNCTION consume_assistant_state(bytea, timestamptz) FROM PUBLIC;
--> statement-breakpoint
REVOKE ALL ON FUNCTION drop_assistant_states(bytea, bytea) FROM PUBLIC;
--> statement-breakpoint
-- A door of the tenancy wall: opens for the one client whose id is presented, while its company is open.
CREATE FUNCTION assistant_client_door(p_id uuid) RETURNS TABLE (name text, redirect_uris text[]) LANGUAGE plpgsql AS $$
DECLARE
  v_set text := set_config('app.assistant_client', p_id::text, true);
  v_company uuid;
BEGIN
  SELECT c.company_id, c.name, c.redirect_uris INTO v_company, name, redirect_uris FROM assistant_clients c WHERE c.id = p_id;
  IF NOT FOUND THEN RETURN; END IF;
  v_set := set_config('app.company_id', v_company::text, true);
  IF EXISTS (SELECT FROM companies c WHERE c.company_id = v_company AND c.closed_at IS NULL) THEN RETURN NEXT; END IF;
END $$;
