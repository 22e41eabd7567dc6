CREATE TABLE "model_accounts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"base_url" text,
	"sealed_key" "bytea",
	"key_end" text,
	"model" text,
	"connected_at" timestamp with time zone NOT NULL,
	"consent_by" uuid,
	"consent_name" text,
	"consented_at" timestamp with time zone,
	CONSTRAINT "model_accounts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "model_accounts_place" UNIQUE NULLS NOT DISTINCT("company_id","provider","base_url")
);
--> statement-breakpoint
CREATE TABLE "model_purposes" (
	"company_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"account_id" uuid NOT NULL,
	"model" text NOT NULL,
	"fallback_account_id" uuid,
	"fallback_model" text,
	CONSTRAINT "model_purposes_company_id_purpose_pk" PRIMARY KEY("company_id","purpose")
);
--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "model_privacy" ADD COLUMN "hides_personal_details" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "model_purposes" ADD CONSTRAINT "model_purposes_account" FOREIGN KEY ("company_id","account_id") REFERENCES "public"."model_accounts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_purposes" ADD CONSTRAINT "model_purposes_fallback" FOREIGN KEY ("company_id","fallback_account_id") REFERENCES "public"."model_accounts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- by hand
-- A company's one connection becomes its first account, which serves every purpose as it did.
INSERT INTO model_accounts (company_id, id, provider, base_url, sealed_key, key_end, model, connected_at, consent_by, consent_name, consented_at)
SELECT company_id, gen_random_uuid(), provider, base_url, sealed_key, key_end, models->>'answer', consented_at, consent_by, consent_name, consented_at
FROM model_connections;
--> statement-breakpoint
INSERT INTO model_purposes (company_id, purpose, account_id, model, fallback_account_id, fallback_model)
SELECT c.company_id, chosen.key, a.id, chosen.value, CASE WHEN c.fallbacks ? chosen.key THEN a.id END, c.fallbacks->>chosen.key
FROM model_connections c JOIN model_accounts a USING (company_id) CROSS JOIN LATERAL jsonb_each_text(c.models) chosen;
--> statement-breakpoint
INSERT INTO model_privacy (company_id, hides_personal_details) SELECT company_id, hides_personal_details FROM model_connections
ON CONFLICT (company_id) DO UPDATE SET hides_personal_details = excluded.hides_personal_details;
--> statement-breakpoint
-- So that the cost of the account is whole in the month of the upgrade.
UPDATE model_calls c SET account_id = a.id FROM model_accounts a
WHERE c.company_id = a.company_id AND c.paid_by = 'company' AND c.engine LIKE a.provider || '/%'
  AND c.month >= to_char(now() - interval '1 day', 'YYYY-MM');
--> statement-breakpoint
DROP TABLE model_connections;
