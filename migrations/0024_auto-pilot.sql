CREATE TABLE "autopilot_cycles" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"sentence" text,
	"frequency" integer NOT NULL,
	"looked" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"did" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"cost_usd" numeric(12, 6) DEFAULT 0 NOT NULL,
	"events" integer DEFAULT 0 NOT NULL,
	"seq" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "autopilot_cycles_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "autopilot_cycles_once" UNIQUE("company_id","slot"),
	CONSTRAINT "autopilot_cycles_numbered" UNIQUE("company_id","number")
);
--> statement-breakpoint
CREATE TABLE "autopilots" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"frequency" integer NOT NULL,
	"interval" integer NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"daily_cap" integer NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"idle" integer DEFAULT 0 NOT NULL,
	"stopped" text,
	"cycles" integer DEFAULT 0 NOT NULL,
	"seen_seq" bigint DEFAULT 0 NOT NULL,
	"seen_on" text,
	"seen" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changed_by" uuid
);
