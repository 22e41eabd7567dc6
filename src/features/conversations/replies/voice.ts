import type { Persona } from "#agency/persona.ts";
import type { Reply } from "./reply.ts";

const openings: Readonly<Record<string, string>> = {
  diplomatic: "Here is what I found: ",
  aggressive: "In short: ",
  analytical: "By the figures: ",
  conservative: "As far as the records show: ",
  innovative: "Worth a closer look: ",
};

/** The headline is a sentence too. */
const lines = { short: 1, medium: 5, long: Number.POSITIVE_INFINITY } as const;

/** An answer in the agent's voice and at its length; a refusal, figures and tables stay as they are. */
export function voiced<R extends Reply>(
  { voiceStyle = "strategic", responseLength = "medium" }: Pick<Persona, "voiceStyle" | "responseLength">,
  reply: R,
): R {
  if (!reply.answered) return reply;
  const opening = openings[voiceStyle];
  let left: number = lines[responseLength];
  const sections = reply.report.sections.flatMap((section) => {
    const kept = section.lines.slice(0, left);
    left -= kept.length;
    return kept.length > 0 || section.table ? [{ ...section, lines: kept }] : [];
  });
  const headline = opening ? [opening, ...reply.report.headline] : reply.report.headline;
  return { ...reply, report: { ...reply.report, headline, sections } };
}
