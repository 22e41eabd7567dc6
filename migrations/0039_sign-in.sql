CREATE TABLE "authenticators" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" "bytea" NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer,
	CONSTRAINT "authenticators_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "passkeys_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_company_id_user_id_code_hash_pk" PRIMARY KEY("company_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_steps" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_steps_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "sign_in_steps_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "linked_identities" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "linked_identities_company_id_user_id_issuer_pk" PRIMARY KEY("company_id","user_id","issuer"),
	CONSTRAINT "linked_identities_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "used_states" (
	"digest" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "requires_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_proven_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "passkeys_by_user" ON "passkeys" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "sign_in_steps_by_user" ON "sign_in_steps" USING btree ("company_id","user_id");
--> statement-breakpoint
-- by hand: invitations accepted before had no mail, so no address is proven yet
-- A door of the tenancy wall: opens for the one sign-in that waits for its second factor.
CREATE FUNCTION sign_in_step_door(p_token bytea, p_now timestamptz)
RETURNS TABLE (company_id uuid, id uuid, user_id uuid) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.sign_in_step', encode(p_token, 'hex'), true);
  RETURN QUERY SELECT s.company_id, s.id, s.user_id FROM sign_in_steps s
    WHERE s.token_hash = p_token AND s.expires_at > p_now;
END $$;
--> statement-breakpoint
-- Doors for the one person with an account at the provider, and for the one with an address.
CREATE FUNCTION identity_door(p_issuer text, p_subject text) RETURNS TABLE (company_id uuid, user_id uuid)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.issuer', p_issuer, true), set_config('app.subject', p_subject, true);
  RETURN QUERY SELECT l.company_id, l.user_id FROM linked_identities l
    WHERE l.issuer = p_issuer AND l.subject = p_subject;
END $$;
--> statement-breakpoint
CREATE FUNCTION address_door(p_email_key text) RETURNS TABLE (company_id uuid, user_id uuid, is_proven boolean)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.address', p_email_key, true);
  RETURN QUERY SELECT u.company_id, u.id, u.email_proven_at IS NOT NULL FROM users u
    WHERE u.email_key = p_email_key AND u.is_active;
END $$;
--> statement-breakpoint
-- Accepts the state of a sign-in at the provider once; those past their time are forgotten.
CREATE FUNCTION use_state(p_digest text, p_at timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM used_states WHERE used_at < p_at - interval '1 hour';
  WITH added AS (
    INSERT INTO used_states (digest, used_at) VALUES (p_digest, p_at) ON CONFLICT (digest) DO NOTHING RETURNING 1
  )
  SELECT EXISTS (SELECT FROM added);
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION use_state(text, timestamptz) FROM PUBLIC;
--> statement-breakpoint
DROP FUNCTION session_gate(bytea, timestamptz, text, text);
--> statement-breakpoint
-- As before, and whether the session may do nothing but set up a second factor.
CREATE FUNCTION session_gate(p_token bytea, p_now timestamptz, p_program text, p_known text) RETURNS TABLE (
  company_id uuid, session_id uuid, user_id uuid, username text, role text, currency text, time_zone text, version text,
  sealed_key bytea, is_limited boolean, page bytea
) LANGUAGE plpgsql AS $$
DECLARE
  v_seen timestamptz;
  v_day date;
  v_set text := set_config('app.session', encode(p_token, 'hex'), true);
BEGIN
  SELECT s.company_id, s.id, s.user_id, s.seen_at, s.is_limited
    INTO company_id, session_id, user_id, v_seen, is_limited FROM sessions s
    WHERE s.token_hash = p_token AND s.expires_at > p_now AND s.seen_at > p_now - interval '12 hours';
  IF NOT FOUND THEN RETURN; END IF;
  v_set := set_config('app.company_id', company_id::text, true);
  IF v_seen < p_now - interval '5 minutes' THEN
    UPDATE sessions s SET seen_at = p_now
      WHERE s.company_id = session_gate.company_id AND s.id = session_gate.session_id;
  END IF;
  -- The hash tells a restored journal from the one it replaced, where both have come as far.
  SELECT u.username, u.role, c.currency, c.time_zone, h.seq::text || '-' || left(encode(h.hash, 'hex'), 8), k.sealed_key
    INTO username, role, currency, time_zone, version, sealed_key
    FROM users u
    JOIN companies c ON c.company_id = u.company_id
    JOIN journal_heads h ON h.company_id = u.company_id
    LEFT JOIN person_keys k ON k.company_id = u.company_id AND k.user_id = u.id
    WHERE u.company_id = session_gate.company_id AND u.id = session_gate.user_id AND u.is_active AND c.is_active;
  IF NOT FOUND THEN RETURN; END IF;
  IF p_program IS NOT NULL THEN
    v_day := (p_now AT TIME ZONE time_zone)::date;
    IF p_known IS DISTINCT FROM version || '|' || v_day THEN
      SELECT p.gzip INTO page FROM dashboard_pages p
        WHERE p.company_id = session_gate.company_id AND p.version = session_gate.version AND p.day = v_day
          AND p.program = p_program;
    END IF;
  END IF;
  RETURN NEXT;
END $$;
