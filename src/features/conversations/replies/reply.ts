import { z } from "zod";
import { followUp } from "#features/conversations/contract.ts";
import { type Figure, type Line, report } from "#contract/report.ts";

/** The answer to a question. Runs of earlier versions have no follow-ups. */
export const reply = z.strictObject({
  /** If false, the report lists what an answer would need. */
  answered: z.boolean(),
  report,
  followUps: z.array(followUp).default([]),
});
export type Reply = z.infer<typeof reply>;

/** A reply of one sentence. */
export const replyOf = (
  answered: boolean,
  headline: Line,
  figures: readonly Figure[] = [],
  followUps: Reply["followUps"] = [],
): Reply => ({
  answered,
  report: { headline: joinText(headline), sections: [], figures: [...figures], facts: [], missing: [], proposals: [] },
  followUps,
});

/** Joins adjacent text parts, which keeps stored lines short. */
export const joinText = (line: Line): Line =>
  line.reduce<Line>((parts, part) => {
    const last = parts.at(-1);
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
    return parts;
  }, []);
