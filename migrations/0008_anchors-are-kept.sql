CREATE TABLE "anchors" (
	"n" bigint PRIMARY KEY NOT NULL,
	"line" text NOT NULL
);
