import { z } from "zod";
import { pluralize } from "#contract/format.ts";
import { event } from "#platform/journal/event.ts";

const options = { resource: "incoming_hook", feed: null, refreshes: ["webhooks"], complianceRelevant: true } as const;
const details = z.strictObject({
  name: z.string(),
  target: z.string(),
  changed: z.array(z.string()).optional(),
});
type Named = { id: string; name: string; target: string };

const about = (type: string, words: string, severity: "info" | "warning" = "info") =>
  event(type, { ...options, details, severity }, ({ id, name, target }: Named, changed?: string[]) => ({
    id,
    title: `${words}: ${name}`,
    details: { name, target, ...(changed && { changed }) },
  }));

export const hookAdded = about("incoming_hook.added", "Address for incoming rows added");
export const hookChanged = about("incoming_hook.changed", "Address for incoming rows changed");
export const hookRemoved = about("incoming_hook.removed", "Address for incoming rows removed", "warning");
export const hookSecretRotated = about("incoming_hook.secret_rotated", "New secret of the address for incoming rows");
export const hookRotationEnded = about("incoming_hook.rotation_ended", "Previous secret of the address ended");

type Arrived = { added: number; changed: number; unchanged: number; refused: number };

const describe = ({ added, changed, unchanged, refused }: Arrived): string =>
  [
    [added, "added"],
    [changed, "changed"],
    [unchanged, "unchanged"],
    [refused, "refused"],
  ]
    .flatMap(([count, word]) => (count ? `${count} ${word}` : []))
    .join(", ");

const arrival = ({ id, name, target }: Named, { added, changed, unchanged, refused }: Arrived) => ({
  id,
  title: `${pluralize(added + changed + unchanged + refused, "row")} from ${name}`,
  details: { target, added, changed, unchanged, refused },
  severity: refused > 0 ? ("warning" as const) : ("info" as const),
});

export const rowsArrived = event(
  "incoming_hook.rows_arrived",
  { ...options, feed: "kpi_change", refreshes: ["webhooks", "records", "feed"] },
  (hook: Named, counts: Arrived) => ({
    ...arrival(hook, counts),
    line: { text: [`${describe(counts)}.`], href: `/records/${hook.target}`, impact: "low" },
  }),
);

/** Nothing for the feed came of it. */
export const messageArrived = event("incoming_hook.message_arrived", options, (hook: Named, counts: Arrived) =>
  arrival(hook, counts),
);
