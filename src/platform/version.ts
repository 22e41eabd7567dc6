import { readFileSync } from "node:fs";

const { version: stated } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** The version of this program, as its package states it. */
export const version = stated;
