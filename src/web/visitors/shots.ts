export const shotSize = { width: 1280, height: 800 } as const;

/** The screenshots of the tour, in order; `npm run pictures:tour` takes them from the demo company. */
export const shots = [
  {
    name: "dashboard",
    path: "/",
    title: "Start with the daily brief",
    text: "The control center opens with what changed, what needs you and what is at risk. Every figure links to its source.",
    alt: "The control center of a demo company: the daily brief above, then proposals that need a person, with key figures and the task inbox",
  },
  {
    name: "decisions",
    path: "/decisions",
    title: "See every decision in one ledger",
    text: "Pending proposals and settled decisions, with what they cost, who decided and what came of them.",
    alt: "The list of decisions with agent, amount, status and date",
  },
  {
    name: "decision",
    path: "/decisions/first",
    title: "Check the calculation before you approve",
    text: "A proposal shows cost, return, confidence, the limit it meets and the formula behind each number.",
    alt: "One proposal with its recommendation, figures, calculation and the buttons to approve or reject",
  },
  {
    name: "chat",
    path: "/ceo-chat",
    title: "Ask the CEO agent",
    text: "Questions are answered from your records, with the rows behind each figure one click away.",
    alt: "The chat with the CEO agent",
  },
  {
    name: "explore",
    path: "/explore",
    title: "Explore your own figures",
    text: "Pick a subject, a measure and a period. Boardroom counts your rows and draws the result.",
    alt: "Explore with a question about the company's records and its chart",
  },
  {
    name: "oversight",
    path: "/oversight",
    title: "Watch the agents",
    text: "Oversight measures what agents normally do, pauses one that leaves its range and lets you undo the pause.",
    alt: "The oversight page with its detectors and their readings",
  },
  {
    name: "feed",
    path: "/feed",
    title: "Follow what happened",
    text: "Each step of every agent and person is recorded in a journal whose records are chained by their hashes.",
    alt: "The live activity feed with the latest events",
  },
] as const;
export type Shot = (typeof shots)[number];
