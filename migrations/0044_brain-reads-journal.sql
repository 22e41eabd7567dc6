ALTER TABLE "brain_state" ADD COLUMN "read_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- by hand
-- What earlier versions had queued but not read is in the last hour; known passages are skipped.
UPDATE brain_state b SET read_seq = coalesce(
  (SELECT max(j.seq) FROM journal j WHERE j.company_id = b.company_id AND j.at < now() - interval '1 hour'), 0);
--> statement-breakpoint
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    DELETE FROM pgboss.job WHERE name = 'brain-intake';
  END IF;
END $$;
--> statement-breakpoint
INSERT INTO job_slots (company_id, job, next_at) SELECT company_id, 'brain-reading', now() FROM brain_state
ON CONFLICT DO NOTHING;
