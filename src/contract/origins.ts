/** Where a text came from, most trusted first: the product, the company's admins, its other members, outsiders. */
export const origins = ["system", "owner", "staff", "external"] as const;
export type Origin = (typeof origins)[number];

/** The least trusted of the origins; "system" if there are none. */
export function inheritedOrigin(of: Iterable<Origin>): Origin {
  let least = 0;
  for (const origin of of) least = Math.max(least, origins.indexOf(origin));
  return origins[least] as Origin;
}
