CREATE TABLE "server_tools" (
	"company_id" uuid NOT NULL,
	"server_id" uuid NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"input" jsonb NOT NULL,
	"print" text NOT NULL,
	"says_read_only" boolean NOT NULL,
	"is_changed" boolean DEFAULT false NOT NULL,
	"reads" boolean DEFAULT false NOT NULL,
	"cost" numeric(24, 4) DEFAULT 0 NOT NULL,
	"uses" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "server_tools_company_id_server_id_name_pk" PRIMARY KEY("company_id","server_id","name")
);
--> statement-breakpoint
CREATE TABLE "tool_servers" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"address" "bytea" NOT NULL,
	"secret" "bytea",
	"problem" text,
	"left_out" integer NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tool_servers_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
DROP INDEX "agents_one_serves_per_role";--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "is_outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD COLUMN "approvals" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "server_tools" ADD CONSTRAINT "server_tools_server" FOREIGN KEY ("company_id","server_id") REFERENCES "public"."tool_servers"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_one_serves_per_role" ON "agents" USING btree ("company_id","role") WHERE "agents"."retired_at" IS NULL AND NOT "agents"."is_outside";