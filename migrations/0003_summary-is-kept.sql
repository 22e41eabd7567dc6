-- What the control center counts is kept per day of the company by the statement that changes a decision or a task.
CREATE FUNCTION dashboard_follow_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO dashboard_totals AS t (company_id, waiting, settled)
      SELECT company_id, -count(*) FILTER (WHERE status = 'pending'), -count(settled_by) FROM old_rows GROUP BY 1
      ON CONFLICT (company_id) DO UPDATE SET waiting = t.waiting + excluded.waiting, settled = t.settled + excluded.settled;
    INSERT INTO dashboard_days AS d (company_id, day, proposed, settled)
      SELECT company_id, (at AT TIME ZONE c.time_zone)::date, -sum(proposed), -sum(settled)
      FROM (
        SELECT company_id, created_at AS at, 1 AS proposed, 0 AS settled FROM old_rows
        UNION ALL SELECT company_id, settled_at, 0, 1 FROM old_rows WHERE settled_by IS NOT NULL
      ) r JOIN companies c USING (company_id) GROUP BY 1, 2
      ON CONFLICT (company_id, day) DO UPDATE SET proposed = d.proposed + excluded.proposed, settled = d.settled + excluded.settled;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO dashboard_totals AS t (company_id, waiting, settled)
      SELECT company_id, count(*) FILTER (WHERE status = 'pending'), count(settled_by) FROM new_rows GROUP BY 1
      ON CONFLICT (company_id) DO UPDATE SET waiting = t.waiting + excluded.waiting, settled = t.settled + excluded.settled;
    INSERT INTO dashboard_days AS d (company_id, day, proposed, settled)
      SELECT company_id, (at AT TIME ZONE c.time_zone)::date, sum(proposed), sum(settled)
      FROM (
        SELECT company_id, created_at AS at, 1 AS proposed, 0 AS settled FROM new_rows
        UNION ALL SELECT company_id, settled_at, 0, 1 FROM new_rows WHERE settled_by IS NOT NULL
      ) r JOIN companies c USING (company_id) GROUP BY 1, 2
      ON CONFLICT (company_id, day) DO UPDATE SET proposed = d.proposed + excluded.proposed, settled = d.settled + excluded.settled;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER dashboard_decision_added AFTER INSERT ON decisions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION dashboard_follow_decisions();
--> statement-breakpoint
CREATE TRIGGER dashboard_decision_changed AFTER UPDATE ON decisions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION dashboard_follow_decisions();
--> statement-breakpoint
CREATE TRIGGER dashboard_decision_removed AFTER DELETE ON decisions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION dashboard_follow_decisions();
--> statement-breakpoint
CREATE FUNCTION dashboard_follow_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO dashboard_days AS d (company_id, day, due, on_time)
      SELECT company_id, (due_date AT TIME ZONE c.time_zone)::date, -count(*),
        -count(*) FILTER (WHERE status = 'completed' AND completion_date <= due_date)
      FROM old_rows JOIN companies c USING (company_id)
      WHERE due_date IS NOT NULL AND status <> 'cancelled' GROUP BY 1, 2
      ON CONFLICT (company_id, day) DO UPDATE SET due = d.due + excluded.due, on_time = d.on_time + excluded.on_time;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO dashboard_days AS d (company_id, day, due, on_time)
      SELECT company_id, (due_date AT TIME ZONE c.time_zone)::date, count(*),
        count(*) FILTER (WHERE status = 'completed' AND completion_date <= due_date)
      FROM new_rows JOIN companies c USING (company_id)
      WHERE due_date IS NOT NULL AND status <> 'cancelled' GROUP BY 1, 2
      ON CONFLICT (company_id, day) DO UPDATE SET due = d.due + excluded.due, on_time = d.on_time + excluded.on_time;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER dashboard_task_added AFTER INSERT ON tasks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION dashboard_follow_tasks();
--> statement-breakpoint
CREATE TRIGGER dashboard_task_changed AFTER UPDATE ON tasks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION dashboard_follow_tasks();
--> statement-breakpoint
CREATE TRIGGER dashboard_task_removed AFTER DELETE ON tasks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION dashboard_follow_tasks();
--> statement-breakpoint
-- Counts the days and totals of one company anew: what was there before this migration, and after its days moved.
CREATE FUNCTION dashboard_recount(p_company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM dashboard_days WHERE company_id = p_company;
  DELETE FROM dashboard_totals WHERE company_id = p_company;
  INSERT INTO dashboard_totals (company_id, waiting, settled)
    SELECT p_company, count(*) FILTER (WHERE status = 'pending'), count(settled_by) FROM decisions WHERE company_id = p_company;
  INSERT INTO dashboard_days (company_id, day, proposed, settled, due, on_time)
    SELECT p_company, (at AT TIME ZONE c.time_zone)::date, sum(proposed), sum(settled), sum(due), sum(on_time)
    FROM (
      SELECT created_at AS at, 1 AS proposed, 0 AS settled, 0 AS due, 0 AS on_time FROM decisions WHERE company_id = p_company
      UNION ALL SELECT settled_at, 0, 1, 0, 0 FROM decisions WHERE company_id = p_company AND settled_by IS NOT NULL
      UNION ALL SELECT due_date, 0, 0, 1, (status = 'completed' AND completion_date <= due_date)::int FROM tasks
        WHERE company_id = p_company AND due_date IS NOT NULL AND status <> 'cancelled'
    ) r, companies c WHERE c.company_id = p_company GROUP BY 2;
END $$;
--> statement-breakpoint
CREATE FUNCTION dashboard_move_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM dashboard_recount(NEW.company_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER dashboard_time_zone_changed AFTER UPDATE ON companies FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION dashboard_move_days();
--> statement-breakpoint
SELECT set_config('app.operator', 'on', true);
--> statement-breakpoint
SELECT dashboard_recount(company_id) FROM companies;
--> statement-breakpoint
-- The page is larger than a row and read whole: out of line and as it is.
ALTER TABLE dashboard_pages ALTER COLUMN body SET STORAGE EXTERNAL;
--> statement-breakpoint
-- The session gate of the control center: with the session comes the page, where it was written from these very rows on
-- this very day and the browser does not have it. p_known is "version|day" of what the browser has.
CREATE FUNCTION dashboard_gate(p_token bytea, p_now timestamptz, p_program text, p_known text) RETURNS TABLE (
  company_id uuid, session_id uuid, user_id uuid, username text, role text, currency text, time_zone text, version text,
  sealed_key bytea, page text
) LANGUAGE plpgsql AS $$
DECLARE
  v_day date;
BEGIN
  SELECT g.company_id, g.session_id, g.user_id, g.username, g.role, g.currency, g.time_zone, g.version, g.sealed_key
    INTO company_id, session_id, user_id, username, role, currency, time_zone, version, sealed_key
    FROM session_gate(p_token, p_now) g;
  IF NOT FOUND THEN RETURN; END IF;
  v_day := (p_now AT TIME ZONE time_zone)::date;
  IF p_known IS DISTINCT FROM version || '|' || v_day THEN
    SELECT p.body INTO page FROM dashboard_pages p
      WHERE p.company_id = dashboard_gate.company_id AND p.version = dashboard_gate.version AND p.day = v_day
        AND p.program = p_program;
  END IF;
  RETURN NEXT;
END $$;
--> statement-breakpoint
-- The year's sums of the exposure ledger, kept by the statement that changes it.
CREATE FUNCTION exposure_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO exposure_totals AS t (company_id, agent_id, year, reserved, committed)
      SELECT company_id, agent_id, year, -coalesce(sum(amount) FILTER (WHERE state = 'reserved'), 0),
        -coalesce(sum(amount) FILTER (WHERE state = 'committed'), 0)
      FROM old_rows WHERE kind <> 'discount' AND state IN ('reserved', 'committed') GROUP BY 1, 2, 3
      ON CONFLICT (company_id, agent_id, year) DO UPDATE
        SET reserved = t.reserved + excluded.reserved, committed = t.committed + excluded.committed;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO exposure_totals AS t (company_id, agent_id, year, reserved, committed)
      SELECT company_id, agent_id, year, coalesce(sum(amount) FILTER (WHERE state = 'reserved'), 0),
        coalesce(sum(amount) FILTER (WHERE state = 'committed'), 0)
      FROM new_rows WHERE kind <> 'discount' AND state IN ('reserved', 'committed') GROUP BY 1, 2, 3
      ON CONFLICT (company_id, agent_id, year) DO UPDATE
        SET reserved = t.reserved + excluded.reserved, committed = t.committed + excluded.committed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER exposure_added AFTER INSERT ON exposures REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION exposure_follow();
--> statement-breakpoint
CREATE TRIGGER exposure_changed AFTER UPDATE ON exposures REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION exposure_follow();
--> statement-breakpoint
CREATE TRIGGER exposure_removed AFTER DELETE ON exposures REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION exposure_follow();
--> statement-breakpoint
CREATE FUNCTION exposure_recount(p_company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM exposure_totals WHERE company_id = p_company;
  INSERT INTO exposure_totals (company_id, agent_id, year, reserved, committed)
    SELECT p_company, agent_id, year, coalesce(sum(amount) FILTER (WHERE state = 'reserved'), 0),
      coalesce(sum(amount) FILTER (WHERE state = 'committed'), 0)
    FROM exposures WHERE company_id = p_company AND kind <> 'discount' AND state IN ('reserved', 'committed') GROUP BY 2, 3;
END $$;
--> statement-breakpoint
SELECT exposure_recount(company_id) FROM companies;
