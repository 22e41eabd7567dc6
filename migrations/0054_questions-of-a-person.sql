ALTER TABLE "questions" ADD COLUMN "person_id" uuid;--> statement-breakpoint
CREATE INDEX "questions_of_person" ON "questions" USING btree ("company_id","person_id","asked_at");