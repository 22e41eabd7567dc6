ALTER TABLE "dashboard_pages" ADD COLUMN "gzip" bytea;--> statement-breakpoint
ALTER TABLE "dashboard_pages" DROP COLUMN "body";--> statement-breakpoint
-- Larger than a row and compressed already: out of line and as it is.
ALTER TABLE "dashboard_pages" ALTER COLUMN "gzip" SET STORAGE EXTERNAL;--> statement-breakpoint
DROP FUNCTION dashboard_gate(bytea, timestamptz, text, text);--> statement-breakpoint
DROP FUNCTION session_gate(bytea, timestamptz);--> statement-breakpoint
-- The door of sessions: opens for the one row whose key is presented. Where a program asks for it, the kept page comes with
-- the session, if it was written from these very rows on this very day and the browser does not have it. p_known is
-- "version|day" of what the browser has.
CREATE FUNCTION session_gate(p_token bytea, p_now timestamptz, p_program text, p_known text) RETURNS TABLE (
  company_id uuid, session_id uuid, user_id uuid, username text, role text, currency text, time_zone text, version text,
  sealed_key bytea, page bytea
) LANGUAGE plpgsql AS $$
DECLARE
  v_seen timestamptz;
  v_day date;
  v_set text := set_config('app.session', encode(p_token, 'hex'), true);
BEGIN
  SELECT s.company_id, s.id, s.user_id, s.seen_at INTO company_id, session_id, user_id, v_seen FROM sessions s
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
