CREATE TABLE "forecast_scores" (
	"company_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"decision_type" text NOT NULL,
	"bin" integer NOT NULL,
	"resolved" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"claimed" numeric(24, 8) DEFAULT 0 NOT NULL,
	"brier" numeric(24, 8) DEFAULT 0 NOT NULL,
	"base_resolved" integer DEFAULT 0 NOT NULL,
	"base_brier" numeric(24, 8) DEFAULT 0 NOT NULL,
	"held_without_base" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "forecast_scores_company_id_agent_id_decision_type_bin_pk" PRIMARY KEY("company_id","agent_id","decision_type","bin")
);
--> statement-breakpoint
CREATE TABLE "forecast_corrections" (
	"company_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"number" integer NOT NULL,
	"was_held" boolean NOT NULL,
	"was_value" numeric(24, 4),
	"was_source" text,
	"was_resolution" text NOT NULL,
	"was_resolved_at" timestamp with time zone NOT NULL,
	"was_resolved_by" uuid,
	"held" boolean NOT NULL,
	"reason" text NOT NULL,
	"corrected_by" uuid NOT NULL,
	"corrected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "forecast_corrections_company_id_decision_id_position_number_pk" PRIMARY KEY("company_id","decision_id","position","number")
);
--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "measured_by" jsonb;--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "value" numeric(24, 4);--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "source_href" text;--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "corrections" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- by hand
SELECT set_config('app.operator', 'on', true);--> statement-breakpoint
-- by hand: outcomes recorded so far came from people
UPDATE forecasts SET resolution = CASE WHEN resolved_by IS NULL THEN nullif(resolver, 'human') ELSE 'human' END,
  resolved_at = coalesce(resolved_at, now()) WHERE held IS NOT NULL;--> statement-breakpoint
UPDATE kept_rows SET row = row || jsonb_build_object('corrections', 0, 'resolution',
    CASE WHEN row ->> 'held' IS NOT NULL THEN CASE WHEN row ->> 'resolved_by' IS NULL THEN nullif(row ->> 'resolver', 'human') ELSE 'human' END END)
  WHERE source = 'forecasts';--> statement-breakpoint
ALTER TABLE "forecast_corrections" ADD CONSTRAINT "forecast_corrections_forecast" FOREIGN KEY ("company_id","decision_id","position") REFERENCES "public"."forecasts"("company_id","decision_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forecasts_open" ON "forecasts" USING btree ("company_id","due_on") WHERE "forecasts"."held" IS NULL;--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_resolver" CHECK ("forecasts"."resolver" IN ('metric', 'rule', 'human'));--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_resolution" CHECK ("forecasts"."resolution" IN ("forecasts"."resolver", 'human'));--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_outcome" CHECK (("forecasts"."held" IS NULL) = ("forecasts"."resolution" IS NULL) AND ("forecasts"."held" IS NULL) = ("forecasts"."resolved_at" IS NULL)
        AND ("forecasts"."held" IS NOT NULL OR ("forecasts"."value" IS NULL AND "forecasts"."source" IS NULL)));--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_resolved_by" CHECK (("forecasts"."resolved_by" IS NOT NULL) = ("forecasts"."resolution" IS NOT DISTINCT FROM 'human'));
--> statement-breakpoint
-- by hand
-- Adds (or with -1 removes) one resolved forecast in the sums of its agent, type and tenth.
CREATE FUNCTION forecast_score(p_company uuid, p_agent uuid, p_type text, p_probability numeric, p_base numeric,
  p_held boolean, p_sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO forecast_scores AS s (company_id, agent_id, decision_type, bin, resolved, held, claimed, brier,
    base_resolved, base_brier, held_without_base)
  VALUES (p_company, p_agent, p_type, least(floor(p_probability * 10), 9), p_sign, p_sign * p_held::int,
    p_sign * p_probability, p_sign * (p_probability - p_held::int) ^ 2, p_sign * (p_base IS NOT NULL)::int,
    p_sign * coalesce((p_base - p_held::int) ^ 2, 0), p_sign * (p_base IS NULL AND p_held)::int)
  ON CONFLICT (company_id, agent_id, decision_type, bin) DO UPDATE SET resolved = s.resolved + excluded.resolved,
    held = s.held + excluded.held, claimed = s.claimed + excluded.claimed, brier = s.brier + excluded.brier,
    base_resolved = s.base_resolved + excluded.base_resolved, base_brier = s.base_brier + excluded.base_brier,
    held_without_base = s.held_without_base + excluded.held_without_base
$$;
--> statement-breakpoint
-- Follows an outcome that is recorded, corrected, removed by a reset or restored. Tests and unapproved ones never count.
CREATE FUNCTION forecast_score_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  f forecasts := coalesce(NEW, OLD);
  d record;
BEGIN
  SELECT agent_id, decision_type INTO d FROM decisions
    WHERE company_id = f.company_id AND id = f.decision_id AND status = 'approved' AND NOT is_test;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.held IS NOT NULL THEN
    PERFORM forecast_score(f.company_id, d.agent_id, d.decision_type, OLD.probability, OLD.base_rate, OLD.held, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.held IS NOT NULL THEN
    PERFORM forecast_score(f.company_id, d.agent_id, d.decision_type, NEW.probability, NEW.base_rate, NEW.held, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forecast_score_added AFTER INSERT ON forecasts FOR EACH ROW WHEN (NEW.held IS NOT NULL)
  EXECUTE FUNCTION forecast_score_follow();
--> statement-breakpoint
CREATE TRIGGER forecast_score_changed AFTER UPDATE OF held ON forecasts FOR EACH ROW
  WHEN (OLD.held IS DISTINCT FROM NEW.held) EXECUTE FUNCTION forecast_score_follow();
--> statement-breakpoint
CREATE TRIGGER forecast_score_removed AFTER DELETE ON forecasts FOR EACH ROW WHEN (OLD.held IS NOT NULL)
  EXECUTE FUNCTION forecast_score_follow();
--> statement-breakpoint
-- Follows a decision whose approval begins or ends, or that is deleted with its forecasts.
CREATE FUNCTION forecast_scores_of_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forecast_score(company_id, OLD.agent_id, OLD.decision_type, probability, base_rate, held,
      CASE WHEN TG_OP = 'UPDATE' AND NEW.status = 'approved' THEN 1 ELSE -1 END)
    FROM forecasts WHERE company_id = OLD.company_id AND decision_id = OLD.id AND held IS NOT NULL;
  RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER forecast_scores_with_status AFTER UPDATE OF status ON decisions FOR EACH ROW
  WHEN (NOT NEW.is_test AND (OLD.status = 'approved') <> (NEW.status = 'approved'))
  EXECUTE FUNCTION forecast_scores_of_decision();
--> statement-breakpoint
CREATE TRIGGER forecast_scores_with_decision BEFORE DELETE ON decisions FOR EACH ROW
  WHEN (NOT OLD.is_test AND OLD.status = 'approved') EXECUTE FUNCTION forecast_scores_of_decision();
--> statement-breakpoint
CREATE FUNCTION forecast_recount(p_company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM forecast_scores WHERE company_id = p_company;
  PERFORM forecast_score(f.company_id, d.agent_id, d.decision_type, f.probability, f.base_rate, f.held, 1)
    FROM forecasts f JOIN decisions d ON d.company_id = f.company_id AND d.id = f.decision_id
    WHERE f.company_id = p_company AND f.held IS NOT NULL AND d.status = 'approved' AND NOT d.is_test;
END $$;
--> statement-breakpoint
SELECT forecast_recount(company_id) FROM companies;
--> statement-breakpoint
-- A forecast is frozen when it is proposed, its outcome when it is recorded: only a recorded correction changes it.
CREATE OR REPLACE FUNCTION freeze_forecast() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.company_id, OLD.decision_id, OLD.position, OLD.claim, OLD.horizon, OLD.metric, OLD.target, OLD.probability,
      OLD.base_rate, OLD.base_rate_note, OLD.due_on, OLD.resolver, OLD.measured_by)
     IS DISTINCT FROM
     (NEW.company_id, NEW.decision_id, NEW.position, NEW.claim, NEW.horizon, NEW.metric, NEW.target, NEW.probability,
      NEW.base_rate, NEW.base_rate_note, NEW.due_on, NEW.resolver, NEW.measured_by) THEN
    RAISE EXCEPTION 'A forecast is frozen when it is proposed.' USING ERRCODE = '42501';
  END IF;
  IF OLD.held IS NULL AND NEW.corrections <> OLD.corrections THEN
    RAISE EXCEPTION 'Only an outcome is corrected.' USING ERRCODE = '42501';
  END IF;
  IF OLD.held IS NOT NULL
     AND (OLD.held, OLD.resolution, OLD.value, OLD.source, OLD.source_href, OLD.resolved_at, OLD.resolved_by, OLD.corrections)
       IS DISTINCT FROM
       (NEW.held, NEW.resolution, NEW.value, NEW.source, NEW.source_href, NEW.resolved_at, NEW.resolved_by, NEW.corrections)
     AND (NEW.corrections <> OLD.corrections + 1 OR NOT EXISTS (
       SELECT FROM forecast_corrections c WHERE c.company_id = OLD.company_id AND c.decision_id = OLD.decision_id
         AND c.position = OLD.position AND c.number = NEW.corrections AND c.was_held = OLD.held AND c.held = NEW.held
         AND c.corrected_by = NEW.resolved_by)) THEN
    RAISE EXCEPTION 'An outcome changes only with a recorded correction.' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER forecast_corrections_stay BEFORE UPDATE ON forecast_corrections FOR EACH ROW EXECUTE FUNCTION refuse_change();
