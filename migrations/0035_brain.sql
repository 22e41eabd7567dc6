CREATE TABLE "brain_goals" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"description" text NOT NULL,
	"timeframe" text,
	"priority" text DEFAULT 'medium' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"owner_agent_id" uuid,
	"blockers" text[] DEFAULT '{}' NOT NULL,
	"key_results" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "brain_goals_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "brain_entities" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "brain_entities_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "brain_entities_once" UNIQUE("company_id","type","key")
);
--> statement-breakpoint
CREATE TABLE "brain_mentions" (
	"company_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"memory_id" uuid NOT NULL,
	CONSTRAINT "brain_mentions_company_id_entity_id_memory_id_pk" PRIMARY KEY("company_id","entity_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "brain_relationships" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"type" text NOT NULL,
	"context" text,
	"strength" numeric(6, 2) DEFAULT '1.00' NOT NULL,
	"memory_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "brain_relationships_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "brain_relationships_once" UNIQUE("company_id","source_id","target_id","type")
);
--> statement-breakpoint
CREATE TABLE "brain_decision_log" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid,
	"summary" text NOT NULL,
	"detail" text NOT NULL,
	"decision_type" text NOT NULL,
	"outcome" text,
	"impact_score" real DEFAULT 5 NOT NULL,
	"related_entity_ids" uuid[] DEFAULT '{}' NOT NULL,
	"patterns" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "brain_decision_log_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "brain_insights" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"insight" text NOT NULL,
	"category" text NOT NULL,
	"confidence" real NOT NULL,
	"actionable" boolean NOT NULL,
	"recommendations" text[] DEFAULT '{}' NOT NULL,
	"supporting_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"related_pattern_ids" uuid[] DEFAULT '{}' NOT NULL,
	"day" date,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "brain_insights_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "brain_insights_once" UNIQUE("company_id","category","day")
);
--> statement-breakpoint
CREATE TABLE "brain_patterns" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"pattern_type" text NOT NULL,
	"conditions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"examples" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confidence" real DEFAULT 0.5 NOT NULL,
	"occurences" integer DEFAULT 1 NOT NULL,
	"last_detected" timestamp with time zone NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "brain_patterns_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "brain_patterns_once" UNIQUE("company_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "brain_cursors" (
	"company_id" uuid NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"last_id" uuid NOT NULL,
	CONSTRAINT "brain_cursors_company_id_source_pk" PRIMARY KEY("company_id","source")
);
--> statement-breakpoint
CREATE TABLE "brain_documents" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"digest" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"content" text DEFAULT '' NOT NULL,
	"pages" integer,
	"origin" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "brain_documents_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "brain_documents_once" UNIQUE("company_id","digest")
);
--> statement-breakpoint
CREATE TABLE "brain_facts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"predicate" text NOT NULL,
	"value" text NOT NULL,
	"topic" text NOT NULL,
	"entity_id" uuid,
	"memory_id" uuid,
	"source_type" text NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_to" timestamp with time zone,
	"recorded_at" timestamp with time zone NOT NULL,
	"superseded_by" uuid,
	"conflicts_with" uuid,
	"mark" text,
	"marked_by" uuid,
	"marked_at" timestamp with time zone,
	"doubted_at" timestamp with time zone,
	CONSTRAINT "brain_facts_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "brain_state" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"deleted_at" bigint DEFAULT 0 NOT NULL,
	"last_sync_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "happened_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "document_id" uuid;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "stream" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "heading_path" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "page" integer;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "start_offset" integer;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "end_offset" integer;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "language" text DEFAULT 'english' NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "search" "tsvector";--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "embedding" real[];--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "code" "bytea";--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "embedder" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "derived_from" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "doubted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "marked_by" uuid;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "marked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "mark_reason" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "brain_goals_newest" ON "brain_goals" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "brain_entities_newest" ON "brain_entities" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "brain_entities_named" ON "brain_entities" USING btree ("company_id","key");--> statement-breakpoint
CREATE INDEX "brain_mentions_of_memory" ON "brain_mentions" USING btree ("company_id","memory_id");--> statement-breakpoint
CREATE INDEX "brain_relationships_to" ON "brain_relationships" USING btree ("company_id","target_id");--> statement-breakpoint
CREATE INDEX "brain_relationships_of_memory" ON "brain_relationships" USING btree ("company_id","memory_id") WHERE "brain_relationships"."memory_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "brain_decision_log_newest" ON "brain_decision_log" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "brain_insights_newest" ON "brain_insights" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "brain_patterns_newest" ON "brain_patterns" USING btree ("company_id","last_detected","id");--> statement-breakpoint
CREATE INDEX "brain_documents_newest" ON "brain_documents" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "brain_facts_newest" ON "brain_facts" USING btree ("company_id","recorded_at","id");--> statement-breakpoint
CREATE INDEX "brain_facts_of_topic" ON "brain_facts" USING btree ("company_id","topic");--> statement-breakpoint
CREATE INDEX "brain_facts_of_memory" ON "brain_facts" USING btree ("company_id","memory_id") WHERE "brain_facts"."memory_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "brain_facts_of_entity" ON "brain_facts" USING btree ("company_id","entity_id") WHERE "brain_facts"."entity_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "memories_once" ON "memories" USING btree ("company_id","source_type","key") WHERE "memories"."key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "memories_changed" ON "memories" USING btree ("company_id","version");--> statement-breakpoint
CREATE INDEX "memories_in_stream" ON "memories" USING btree ("company_id","stream","position");--> statement-breakpoint
CREATE INDEX "memories_of_document" ON "memories" USING btree ("company_id","document_id") WHERE "memories"."document_id" IS NOT NULL;--> statement-breakpoint
-- by hand
UPDATE "memories" SET "happened_at" = "created_at", "search" = to_tsvector('english', "content"), "version" = 1;--> statement-breakpoint
INSERT INTO "brain_state" ("company_id", "version") SELECT DISTINCT "company_id", 1 FROM "memories";
