ALTER TABLE "tasks" ADD COLUMN "undo" jsonb;
--> statement-breakpoint
-- Test proposals are left out of what the control center counts; whether anything was ever decided includes them.
CREATE OR REPLACE FUNCTION dashboard_follow_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO dashboard_totals AS t (company_id, waiting, settled)
      SELECT company_id, -count(*) FILTER (WHERE status = 'pending' AND NOT is_test), -count(settled_by) FROM old_rows GROUP BY 1
      ON CONFLICT (company_id) DO UPDATE SET waiting = t.waiting + excluded.waiting, settled = t.settled + excluded.settled;
    INSERT INTO dashboard_days AS d (company_id, day, proposed, settled)
      SELECT company_id, (at AT TIME ZONE c.time_zone)::date, -sum(proposed), -sum(settled)
      FROM (
        SELECT company_id, created_at AS at, 1 AS proposed, 0 AS settled FROM old_rows WHERE NOT is_test
        UNION ALL SELECT company_id, settled_at, 0, 1 FROM old_rows WHERE settled_by IS NOT NULL AND NOT is_test
      ) r JOIN companies c USING (company_id) GROUP BY 1, 2
      ON CONFLICT (company_id, day) DO UPDATE SET proposed = d.proposed + excluded.proposed, settled = d.settled + excluded.settled;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO dashboard_totals AS t (company_id, waiting, settled)
      SELECT company_id, count(*) FILTER (WHERE status = 'pending' AND NOT is_test), count(settled_by) FROM new_rows GROUP BY 1
      ON CONFLICT (company_id) DO UPDATE SET waiting = t.waiting + excluded.waiting, settled = t.settled + excluded.settled;
    INSERT INTO dashboard_days AS d (company_id, day, proposed, settled)
      SELECT company_id, (at AT TIME ZONE c.time_zone)::date, sum(proposed), sum(settled)
      FROM (
        SELECT company_id, created_at AS at, 1 AS proposed, 0 AS settled FROM new_rows WHERE NOT is_test
        UNION ALL SELECT company_id, settled_at, 0, 1 FROM new_rows WHERE settled_by IS NOT NULL AND NOT is_test
      ) r JOIN companies c USING (company_id) GROUP BY 1, 2
      ON CONFLICT (company_id, day) DO UPDATE SET proposed = d.proposed + excluded.proposed, settled = d.settled + excluded.settled;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION dashboard_recount(p_company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM dashboard_days WHERE company_id = p_company;
  DELETE FROM dashboard_totals WHERE company_id = p_company;
  INSERT INTO dashboard_totals (company_id, waiting, settled)
    SELECT p_company, count(*) FILTER (WHERE status = 'pending' AND NOT is_test), count(settled_by) FROM decisions WHERE company_id = p_company;
  INSERT INTO dashboard_days (company_id, day, proposed, settled, due, on_time)
    SELECT p_company, (at AT TIME ZONE c.time_zone)::date, sum(proposed), sum(settled), sum(due), sum(on_time)
    FROM (
      SELECT created_at AS at, 1 AS proposed, 0 AS settled, 0 AS due, 0 AS on_time FROM decisions
        WHERE company_id = p_company AND NOT is_test
      UNION ALL SELECT settled_at, 0, 1, 0, 0 FROM decisions
        WHERE company_id = p_company AND settled_by IS NOT NULL AND NOT is_test
      UNION ALL SELECT due_date, 0, 0, 1, (status = 'completed' AND completion_date <= due_date)::int FROM tasks
        WHERE company_id = p_company AND due_date IS NOT NULL AND status <> 'cancelled'
    ) r, companies c WHERE c.company_id = p_company GROUP BY 2;
END $$;
--> statement-breakpoint
SELECT set_config('app.operator', 'on', true);
--> statement-breakpoint
SELECT dashboard_recount(company_id) FROM companies;
--> statement-breakpoint
DELETE FROM dashboard_pages;
