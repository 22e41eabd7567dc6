CREATE TABLE "deliveries" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"intent" text NOT NULL,
	"seq" integer NOT NULL,
	"order_key" text,
	"destination" text NOT NULL,
	"about" uuid,
	"recipient" text,
	"sealed" "bytea",
	"grant_id" uuid,
	"hold_epoch" integer,
	"hold_ms" integer NOT NULL,
	"status" text DEFAULT 'held' NOT NULL,
	"due_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"doubts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" uuid,
	CONSTRAINT "deliveries_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "deliveries_granted" CHECK ("deliveries"."grant_id" IS NOT NULL OR "deliveries"."kind" IN ('mail', 'alert', 'webhook'))
);
--> statement-breakpoint
CREATE TABLE "delivery_destinations" (
	"company_id" uuid NOT NULL,
	"destination" text NOT NULL,
	"failures" integer NOT NULL,
	"closed_until" timestamp with time zone,
	"answer" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_destinations_company_id_destination_pk" PRIMARY KEY("company_id","destination")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("company_id","kind","intent");--> statement-breakpoint
CREATE INDEX "deliveries_in_order" ON "deliveries" USING btree ("company_id","seq");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("company_id","due_at") WHERE "deliveries"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_lines" ON "deliveries" USING btree ("company_id","order_key","seq") WHERE "deliveries"."order_key" IS NOT NULL AND "deliveries"."sealed" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_about" ON "deliveries" USING btree ("company_id","about","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_by_status" ON "deliveries" USING btree ("company_id","status","seq");
--> statement-breakpoint
-- An external effect rests on a stored grant of the same company.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_grant" FOREIGN KEY ("company_id","grant_id") REFERENCES "grants"("company_id","id") ON DELETE CASCADE;
--> statement-breakpoint
-- Mails become deliveries, under the same ids: their contents are bound to them.
INSERT INTO "deliveries" (company_id, id, kind, label, intent, seq, destination, about, recipient, sealed, hold_ms, status,
  due_at, attempts, doubts, lease_token, answer, created_at, expires_at, settled_at)
SELECT company_id, id, 'mail', kind, id::text, row_number() OVER (PARTITION BY company_id ORDER BY created_at, id),
  'mail server', about, recipient, sealed, 0, CASE status WHEN 'waiting' THEN 'held' ELSE status END,
  CASE status WHEN 'waiting' THEN now() WHEN 'sending' THEN coalesce(lease_until, now()) END, attempts, doubts, lease_token,
  CASE failure
    WHEN 'unreachable' THEN 'The mail server does not answer.'
    WHEN 'tls' THEN 'The connection to the mail server could not be encrypted, or its certificate is not trusted.'
    WHEN 'login' THEN 'The mail server refused the user or password of SMTP_URL.'
    WHEN 'sender' THEN 'The mail server does not accept mail from MAIL_FROM.'
    WHEN 'address' THEN 'This address cannot receive mail: it is not one plain address.'
    WHEN 'recipient' THEN 'The mail server refused the recipient.'
    WHEN 'content' THEN 'The mail server refused the message.'
    WHEN 'busy' THEN 'The mail server asks to try again later.'
    WHEN 'silent' THEN 'The mail server took the message and did not confirm it, so it may have been delivered.'
    WHEN 'expired' THEN 'It was no longer valid when it could have been sent.'
    WHEN 'off' THEN 'No mail server is configured.'
    WHEN 'internal' THEN 'The message could not be prepared.'
  END, created_at, expires_at, settled_at
FROM "outgoing_mails";
--> statement-breakpoint
-- Jobs of the former outbox would wait for a worker that no longer exists.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    DELETE FROM pgboss.job WHERE name IN ('mail-send', 'mail-send-given-up');
  END IF;
END $$;
--> statement-breakpoint
-- An alert that never arrived opens again; one whose end never arrived ends again.
DELETE FROM "operator_alerts" WHERE opened_sent_at IS NULL;
--> statement-breakpoint
DROP TABLE "outgoing_mails" CASCADE;--> statement-breakpoint
ALTER TABLE "operator_alerts" DROP COLUMN "over_at";--> statement-breakpoint
ALTER TABLE "operator_alerts" DROP COLUMN "opened_sent_at";--> statement-breakpoint
ALTER TABLE "operator_alerts" DROP COLUMN "over_sent_at";