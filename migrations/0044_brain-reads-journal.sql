ALTER TABLE "brain_state" ADD COLUMN "read_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- by hand
-- What earlier versions had queued but not read is no older than the oldest such job, or than an hour without any: the
-- server may have been down for long. Known passages are skipped.
DO $$ DECLARE
  since timestamptz := now();
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    SELECT least(now(), min(created_on)) INTO since FROM pgboss.job WHERE name = 'brain-intake' AND state < 'completed';
    DELETE FROM pgboss.job WHERE name = 'brain-intake';
  END IF;
  UPDATE brain_state b SET read_seq = coalesce(
    (SELECT max(j.seq) FROM journal j WHERE j.company_id = b.company_id AND j.at < since - interval '1 hour'), 0);
END $$;
--> statement-breakpoint
INSERT INTO job_slots (company_id, job, next_at) SELECT company_id, 'brain-reading', now() FROM brain_state
ON CONFLICT DO NOTHING;
