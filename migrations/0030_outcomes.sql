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
SELECT set_config('app.operator', 'on', true);
--> statement-breakpoint
SELECT forecast_recount(company_id) FROM companies;
