CREATE TABLE "notifications" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"occasion" text NOT NULL,
	"title" text NOT NULL,
	"detail" text NOT NULL,
	"href" text NOT NULL,
	"role" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "notifications_once" UNIQUE("company_id","user_id","occasion")
);
--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("company_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("company_id","user_id") WHERE "notifications"."read_at" IS NULL;