CREATE TABLE "api_tokens" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"start" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"used_from" text,
	CONSTRAINT "api_tokens_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "api_tokens_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "api_tokens_by_user" ON "api_tokens" USING btree ("company_id","user_id");--> statement-breakpoint
DROP FUNCTION session_gate(bytea, timestamptz, text, text);
--> statement-breakpoint
-- By hand. The one door of callers: opens for the session or API token whose key is presented. A token's use is noted
-- about once a minute, from another address sooner. A token may do nothing while its person lacks a second factor that
-- is required; a session knows this from its sign-in. Where a program asks for it, the kept page comes with the caller,
-- if it was written from these very rows on this very day and the caller does not have it: p_known is "version|day".
CREATE FUNCTION caller_gate(
  p_kind text, p_hash bytea, p_now timestamptz, p_program text, p_known text, p_address text, p_requires_factor boolean
) RETURNS TABLE (
  company_id uuid, id uuid, user_id uuid, username text, role text, scopes text[], currency text, time_zone text,
  version text, sealed_key bytea, is_limited boolean, page bytea
) LANGUAGE plpgsql AS $$
DECLARE
  v_seen timestamptz;
  v_from text;
  v_required boolean;
  v_day date;
  v_set text;
BEGIN
  IF p_kind = 'token' THEN
    v_set := set_config('app.api_token', encode(p_hash, 'hex'), true);
    SELECT t.company_id, t.id, t.user_id, t.scopes, t.used_at, t.used_from
      INTO company_id, id, user_id, scopes, v_seen, v_from FROM api_tokens t
      WHERE t.token_hash = p_hash AND t.expires_at > p_now;
  ELSE
    v_set := set_config('app.session', encode(p_hash, 'hex'), true);
    SELECT s.company_id, s.id, s.user_id, s.seen_at, s.is_limited
      INTO company_id, id, user_id, v_seen, is_limited FROM sessions s
      WHERE s.token_hash = p_hash AND s.expires_at > p_now AND s.seen_at > p_now - interval '12 hours';
  END IF;
  IF NOT FOUND THEN RETURN; END IF;
  v_set := set_config('app.company_id', company_id::text, true);
  IF p_kind = 'token' THEN
    IF v_seen IS NULL OR v_seen < p_now - interval '1 minute'
      OR v_from IS DISTINCT FROM p_address AND v_seen < p_now - interval '5 seconds' THEN
      UPDATE api_tokens t SET used_at = p_now, used_from = p_address
        WHERE t.company_id = caller_gate.company_id AND t.id = caller_gate.id;
    END IF;
  ELSIF v_seen < p_now - interval '5 minutes' THEN
    UPDATE sessions s SET seen_at = p_now WHERE s.company_id = caller_gate.company_id AND s.id = caller_gate.id;
  END IF;
  -- The hash tells a restored journal from the one it replaced, where both have come as far.
  SELECT u.username, u.role, c.currency, c.time_zone, h.seq::text || '-' || left(encode(h.hash, 'hex'), 8), k.sealed_key,
      c.requires_second_factor
    INTO username, role, currency, time_zone, version, sealed_key, v_required
    FROM users u
    JOIN companies c ON c.company_id = u.company_id
    JOIN journal_heads h ON h.company_id = u.company_id
    LEFT JOIN person_keys k ON k.company_id = u.company_id AND k.user_id = u.id
    WHERE u.company_id = caller_gate.company_id AND u.id = caller_gate.user_id AND u.is_active AND c.is_active;
  IF NOT FOUND THEN RETURN; END IF;
  IF p_kind = 'token' THEN is_limited := v_required OR p_requires_factor; END IF;
  IF is_limited AND p_kind = 'token' THEN
    is_limited := NOT EXISTS (SELECT FROM authenticators a WHERE a.company_id = caller_gate.company_id
        AND a.user_id = caller_gate.user_id AND a.confirmed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM passkeys p WHERE p.company_id = caller_gate.company_id
        AND p.user_id = caller_gate.user_id);
  END IF;
  IF p_program IS NOT NULL THEN
    v_day := (p_now AT TIME ZONE time_zone)::date;
    IF p_known IS DISTINCT FROM version || '|' || v_day THEN
      SELECT p.gzip INTO page FROM dashboard_pages p
        WHERE p.company_id = caller_gate.company_id AND p.version = caller_gate.version AND p.day = v_day
          AND p.program = p_program;
    END IF;
  END IF;
  RETURN NEXT;
END $$;
