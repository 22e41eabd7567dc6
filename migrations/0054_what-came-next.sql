CREATE TABLE "board_pack_links" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"period" text NOT NULL,
	"pack" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp with time zone,
	CONSTRAINT "board_pack_links_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "board_pack_links_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "need_snoozes" (
	"company_id" uuid NOT NULL,
	"key" text NOT NULL,
	"act_on" date,
	"until" date NOT NULL,
	"snoozed_by" uuid NOT NULL,
	"snoozed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "need_snoozes_company_id_key_pk" PRIMARY KEY("company_id","key")
);
--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "hastened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "watched_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "data_sources" ADD COLUMN "doubles" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "board_pack_links_newest" ON "board_pack_links" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "questions_of_person" ON "questions" USING btree ("company_id","person_id","asked_at");--> statement-breakpoint
-- by hand
-- A door of the tenancy wall: opens for the one link to a board pack that is presented.
CREATE FUNCTION board_pack_door(p_token bytea) RETURNS TABLE (company_id uuid, id uuid) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.board_pack', encode(p_token, 'hex'), true);
  RETURN QUERY SELECT l.company_id, l.id FROM board_pack_links l WHERE l.token_hash = p_token;
END $$;
