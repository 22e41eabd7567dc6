import { basename } from "node:path";
import { afterAll, expect } from "vitest";
import { journeyTexts } from "../data/spec-texts.ts";
import { textsSeenIn } from "./seen-texts.ts";

/** Each journey shows on screen the texts of the specification that `test/data/spec-texts.ts` expects of it. */
// oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern
afterAll(({}, { tasks }) => {
  const file = basename(expect.getState().testPath ?? "");
  const isWhole = tasks.every((task) => task.type === "suite" || task.result?.state === "pass");
  const seen = textsSeenIn(file);
  if (process.env["TEXTS_SEEN"]) console.error(`TEXTS ${JSON.stringify({ file, seen: [...seen] })}`);
  const missing = (journeyTexts[file] ?? []).filter((text) => !seen.has(text));
  if (isWhole && missing.length > 0)
    throw new Error(`No page showed these texts of the specification: ${missing.join(" | ")}`);
});
