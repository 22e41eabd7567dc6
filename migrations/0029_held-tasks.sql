-- A task that waits for its plan is not due until the plan is accepted.
CREATE OR REPLACE FUNCTION dashboard_follow_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO dashboard_days AS d (company_id, day, due, on_time)
      SELECT company_id, (due_date AT TIME ZONE c.time_zone)::date, -count(*),
        -count(*) FILTER (WHERE status = 'completed' AND completion_date <= due_date)
      FROM old_rows JOIN companies c USING (company_id)
      WHERE due_date IS NOT NULL AND status <> 'cancelled' AND metadata ->> 'awaitsPlan' IS NULL GROUP BY 1, 2
      ON CONFLICT (company_id, day) DO UPDATE SET due = d.due + excluded.due, on_time = d.on_time + excluded.on_time;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO dashboard_days AS d (company_id, day, due, on_time)
      SELECT company_id, (due_date AT TIME ZONE c.time_zone)::date, count(*),
        count(*) FILTER (WHERE status = 'completed' AND completion_date <= due_date)
      FROM new_rows JOIN companies c USING (company_id)
      WHERE due_date IS NOT NULL AND status <> 'cancelled' AND metadata ->> 'awaitsPlan' IS NULL GROUP BY 1, 2
      ON CONFLICT (company_id, day) DO UPDATE SET due = d.due + excluded.due, on_time = d.on_time + excluded.on_time;
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
        WHERE company_id = p_company AND due_date IS NOT NULL AND status <> 'cancelled' AND metadata ->> 'awaitsPlan' IS NULL
    ) r, companies c WHERE c.company_id = p_company GROUP BY 2;
END $$;
--> statement-breakpoint
SELECT set_config('app.operator', 'on', true);
--> statement-breakpoint
SELECT dashboard_recount(company_id) FROM companies;
--> statement-breakpoint
DELETE FROM dashboard_pages;
