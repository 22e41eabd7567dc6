import { pluralize } from "#contract/format.ts";
import { event } from "#platform/journal/event.ts";

const common = { resource: "brain", feed: "analysis", refreshes: ["brain", "feed"] } as const;
const href = "/brain-dashboard";

export const patternsDetected = event(
  "brain.patterns",
  common,
  (details: { tested: number; found: number; added: number }) => ({
    id: null,
    title: "Patterns detected",
    details,
    line: {
      text: [`${pluralize(details.found, "pattern")}, ${details.added} new`, { by: ", started by " }],
      href: `${href}?tab=patterns`,
      impact: "low" as const,
      status: "completed" as const,
    },
  }),
);

export const dayReflected = event("brain.reflected", common, (id: string, day: string, text: string) => ({
  id,
  title: `Daily reflection for ${day}`,
  details: { day },
  line: { text: [text], href: `${href}?tab=insights`, impact: "low" as const, status: "completed" as const },
}));
