import { createHash } from "node:crypto";
import type { Lead } from "#features/leads/contract.ts";
import * as store from "#features/leads/store.ts";
import type { PublicContext } from "#platform/http/route.ts";

/** Stores a demo request once. If the honeypot is filled in, it gets the same answer but is not stored. */
export async function add({ database, now, log, count }: PublicContext, lead: Lead): Promise<void> {
  if (lead.website !== "") {
    log.info({ event: "lead" }, "a request for a demo with the hidden field filled was not stored");
    return;
  }
  await store.add(database, digestOf(lead), lead, now);
  count("leads");
  log.info({ event: "lead" }, "a visitor asked for a demo: npm run leads");
}

function digestOf({ name, email, company, message }: Lead): string {
  const content = JSON.stringify([name, email, company, message].map((word) => word.normalize("NFKC").toLowerCase()));
  return createHash("sha256").update(content).digest("hex");
}
