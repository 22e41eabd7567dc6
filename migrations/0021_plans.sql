CREATE TABLE "initiative_tasks" (
	"company_id" uuid NOT NULL,
	"initiative_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	CONSTRAINT "initiative_tasks_company_id_initiative_id_task_id_pk" PRIMARY KEY("company_id","initiative_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "initiatives" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"owner_agent_id" uuid,
	"start_date" date NOT NULL,
	"target_date" date,
	"completion_date" timestamp with time zone,
	"created_by" uuid,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "initiatives_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"content" text NOT NULL,
	"importance" integer NOT NULL,
	"tags" text[] NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "memories_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "reflections" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"trigger" text NOT NULL,
	"observation" text NOT NULL,
	"analysis" text NOT NULL,
	"insight" text NOT NULL,
	"action_taken" text NOT NULL,
	"confidence" integer NOT NULL,
	"href" text,
	"times" integer DEFAULT 1 NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reflections_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "reflections_once" UNIQUE("company_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "plan_items" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" jsonb NOT NULL,
	"task_id" uuid,
	"initiative_id" uuid,
	"decision_id" uuid,
	"is_linked" boolean DEFAULT false NOT NULL,
	"is_dropped" boolean DEFAULT false NOT NULL,
	CONSTRAINT "plan_items_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"prompt" text NOT NULL,
	"prompt_key" text NOT NULL,
	"playbook" text,
	"status" text NOT NULL,
	"line" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"missing" jsonb NOT NULL,
	"examples" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"engine" text NOT NULL,
	"cost" jsonb NOT NULL,
	"agent_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	CONSTRAINT "plans_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "plan_items" ADD CONSTRAINT "plan_items_plan" FOREIGN KEY ("company_id","plan_id") REFERENCES "public"."plans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "initiatives_newest" ON "initiatives" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "memories_newest" ON "memories" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reflections_newest" ON "reflections" USING btree ("company_id","last_seen_at","id");--> statement-breakpoint
CREATE INDEX "plan_items_of_plan" ON "plan_items" USING btree ("company_id","plan_id","position");--> statement-breakpoint
CREATE INDEX "plans_newest" ON "plans" USING btree ("company_id","created_at","id");