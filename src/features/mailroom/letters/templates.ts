import type { Letter } from "#features/mailroom/letters/letter.ts";
import type { Routed } from "#features/mailroom/letters/routing.ts";

/** The reply that rules write; null: a person has to. */
export function templateReply(
  { from, subject }: Letter,
  { role }: Pick<Routed, "role">,
  { agent, company }: { agent: string; company: string },
): string | null {
  const about = subject ? ` about “${subject.replace(/^(?:re|fwd?|aw): ?/i, "").slice(0, 120)}”` : "";
  return `Hello${from.name ? ` ${from.name.split(" ")[0]}` : ""},\n\nThank you for your message${about}. It is with me now, and your details are noted.\n\nIf there is anything to add, please answer this message.\n\n${agent}, ${role}\n${company}`;
}
