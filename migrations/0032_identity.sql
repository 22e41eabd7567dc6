CREATE TABLE "promotion_history" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"from_role" text,
	"to_role" text NOT NULL,
	"promotion_type" text NOT NULL,
	"reason" text NOT NULL,
	"performance_at_promotion" numeric(5, 2),
	"approved_by" uuid,
	"decision_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_history_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "promotion_rules" (
	"company_id" uuid NOT NULL,
	"tier" text NOT NULL,
	"version" integer NOT NULL,
	"min_task_count" integer NOT NULL,
	"max_error_rate" numeric(5, 2) NOT NULL,
	"min_performance_score" numeric(5, 2) NOT NULL,
	"changed_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_rules_company_id_tier_version_pk" PRIMARY KEY("company_id","tier","version")
);
--> statement-breakpoint
CREATE TABLE "agent_profiles" (
	"company_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"role_tier" text DEFAULT 'executive' NOT NULL,
	"promotion_count" integer DEFAULT 0 NOT NULL,
	"last_promotion_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_profiles_company_id_agent_id_pk" PRIMARY KEY("company_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "agent_score_weeks" (
	"company_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"week" date NOT NULL,
	"performance" numeric(5, 2) NOT NULL,
	CONSTRAINT "agent_score_weeks_company_id_agent_id_week_pk" PRIMARY KEY("company_id","agent_id","week")
);
--> statement-breakpoint
CREATE TABLE "agent_scores" (
	"company_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"reversals" integer DEFAULT 0 NOT NULL,
	"inputs" jsonb,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_scores_company_id_agent_id_pk" PRIMARY KEY("company_id","agent_id")
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "voice_style" text DEFAULT 'strategic' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "response_length" text DEFAULT 'medium' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "escalation" text DEFAULT 'conservative' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "risk_tolerance" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "default_task_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion_history" ADD CONSTRAINT "promotion_history_agent" FOREIGN KEY ("company_id","agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_profiles" ADD CONSTRAINT "agent_profiles_agent" FOREIGN KEY ("company_id","agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_score_weeks" ADD CONSTRAINT "agent_score_weeks_agent" FOREIGN KEY ("company_id","agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_scores" ADD CONSTRAINT "agent_scores_agent" FOREIGN KEY ("company_id","agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_history_of_agent" ON "promotion_history" USING btree ("company_id","agent_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_history_once" ON "promotion_history" USING btree ("company_id","decision_id");--> statement-breakpoint
CREATE INDEX "tasks_of_agent" ON "tasks" USING btree ("company_id","assigned_agent_id") WHERE "tasks"."assigned_agent_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_risk_tolerance" CHECK ("agents"."risk_tolerance" BETWEEN 0 AND 100);--> statement-breakpoint
-- by hand
-- A line of the promotion history is written once.
CREATE FUNCTION freeze_promotion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The promotion history is never rewritten.' USING ERRCODE = '42501';
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_history_is_frozen BEFORE UPDATE ON promotion_history FOR EACH ROW EXECUTE FUNCTION freeze_promotion();
