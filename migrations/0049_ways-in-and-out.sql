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
CREATE TABLE "connections" (
	"company_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"connector" text NOT NULL,
	"status" text,
	"account_id" text,
	"account_name" text,
	"scopes" jsonb NOT NULL,
	"sealed_credentials" "bytea",
	"sealed_access" "bytea",
	"sealed_refresh" "bytea",
	"token_version" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"refresh_expires_at" timestamp with time zone,
	"renewal_token" uuid,
	"renewal_until" timestamp with time zone,
	"error_count" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"cursor" jsonb,
	"last_sync_at" timestamp with time zone,
	"connected_at" timestamp with time zone NOT NULL,
	"connected_by" uuid,
	CONSTRAINT "connections_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "connections_once" UNIQUE("company_id","connector"),
	CONSTRAINT "connections_wiped" CHECK ("connections"."status" IS NOT NULL OR num_nonnulls("connections"."sealed_credentials", "connections"."sealed_access", "connections"."sealed_refresh") = 0)
);
--> statement-breakpoint
CREATE TABLE "incoming_hooks" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"target" text NOT NULL,
	"columns" jsonb NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"secret" "bytea" NOT NULL,
	"old_secret" "bytea",
	"old_until" timestamp with time zone,
	"is_on" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "incoming_hooks_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "incoming_hooks_token" UNIQUE("token_hash"),
	CONSTRAINT "incoming_hooks_key" UNIQUE("company_id","key")
);
--> statement-breakpoint
CREATE TABLE "incoming_messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hook_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"content" "bytea",
	"status" text NOT NULL,
	"fault" text,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left_out" text[] DEFAULT '{}' NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "incoming_messages_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "incoming_messages_once" UNIQUE("company_id","hook_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"data" jsonb NOT NULL,
	"delivery_id" uuid,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_messages_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"address" "bytea" NOT NULL,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"old_secret" "bytea",
	"old_until" timestamp with time zone,
	"is_on" boolean NOT NULL,
	"off_because" text,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhooks_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_granted";--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "due_on" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "api_tokens_by_user" ON "api_tokens" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "incoming_messages_newest" ON "incoming_messages" USING btree ("company_id","hook_id","received_at");--> statement-breakpoint
CREATE INDEX "webhook_messages_newest" ON "webhook_messages" USING btree ("company_id","webhook_id","created_at");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_granted" CHECK ("deliveries"."grant_id" IS NOT NULL OR "deliveries"."kind" IN ('mail', 'alert', 'webhook', 'revocation'));
--> statement-breakpoint
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
--> statement-breakpoint
-- By hand. A door of the tenancy wall: opens for the one address whose token is presented, while it is on and its company open.
CREATE FUNCTION hook_door(p_token bytea)
RETURNS TABLE (company_id uuid, id uuid, secret bytea, old_secret bytea, old_until timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  v_set text := set_config('app.hook', encode(p_token, 'hex'), true);
BEGIN
  SELECT h.company_id, h.id, h.secret, h.old_secret, h.old_until
    INTO company_id, id, secret, old_secret, old_until FROM incoming_hooks h WHERE h.token_hash = p_token AND h.is_on;
  IF NOT FOUND THEN RETURN; END IF;
  v_set := set_config('app.company_id', company_id::text, true);
  IF EXISTS (SELECT FROM companies c WHERE c.company_id = hook_door.company_id AND c.closed_at IS NULL) THEN
    RETURN NEXT;
  END IF;
END $$;
