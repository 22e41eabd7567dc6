CREATE TABLE "ended_sessions" (
	"company_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ended_sessions_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash"),
	CONSTRAINT "ended_sessions_token" UNIQUE("token_hash")
);
--> statement-breakpoint
-- by hand
-- Why the session of a token ended; null if that is not known.
CREATE FUNCTION ended_session_door(p_token bytea, p_now timestamptz) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.session', encode(p_token, 'hex'), true);
  RETURN coalesce(
    (SELECT e.reason FROM ended_sessions e WHERE e.token_hash = p_token),
    (SELECT CASE WHEN s.expires_at <= p_now THEN 'expired' WHEN s.seen_at <= p_now - interval '12 hours' THEN 'idle' END
      FROM sessions s WHERE s.token_hash = p_token)
  );
END $$;
--> statement-breakpoint
DROP FUNCTION sign_in_door(text);
--> statement-breakpoint
-- The account with this username, else with this address; both folded.
CREATE FUNCTION sign_in_door(p_account text)
RETURNS TABLE (company_id uuid, user_id uuid, username_key text, password_hash text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.sign_in', p_account, true), set_config('app.address', p_account, true);
  RETURN QUERY SELECT u.company_id, u.id, u.username_key, u.password_hash FROM users u
    WHERE u.is_active AND (u.username_key = p_account OR u.email_key = p_account)
    ORDER BY (u.username_key = p_account) DESC LIMIT 1;
END $$;
