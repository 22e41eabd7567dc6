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
CREATE INDEX "incoming_messages_newest" ON "incoming_messages" USING btree ("company_id","hook_id","received_at");--> statement-breakpoint
CREATE INDEX "webhook_messages_newest" ON "webhook_messages" USING btree ("company_id","webhook_id","created_at");
--> statement-breakpoint
-- by hand
-- A door of the tenancy wall: opens for the one address whose token is presented, while it is on and its company open.
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
