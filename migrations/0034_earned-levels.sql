CREATE TABLE "authority_level_changes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"decision_type" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"reason" text NOT NULL,
	"good" integer NOT NULL,
	"resolved" integer NOT NULL,
	"decision_id" uuid,
	"finding_id" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "authority_level_changes_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "authority_levels" (
	"company_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"decision_type" text NOT NULL,
	"level" text,
	"looked_at" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "authority_levels_company_id_agent_id_decision_type_pk" PRIMARY KEY("company_id","agent_id","decision_type")
);
--> statement-breakpoint
ALTER TABLE "authority_level_changes" ADD CONSTRAINT "authority_level_changes_agent" FOREIGN KEY ("company_id","agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authority_levels" ADD CONSTRAINT "authority_levels_agent" FOREIGN KEY ("company_id","agent_id") REFERENCES "public"."agents"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "authority_level_changes_newest" ON "authority_level_changes" USING btree ("company_id","agent_id","decision_type","at");--> statement-breakpoint
-- by hand
-- History is never rewritten; rows go only with their agent.
CREATE TRIGGER authority_level_changes_are_frozen BEFORE UPDATE ON authority_level_changes FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
