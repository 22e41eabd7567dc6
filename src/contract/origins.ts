/** Where a text came from, most trusted first: the product itself, the company's admins, its other people, anybody outside. */
export const origins = ["system", "owner", "staff", "external"] as const;
export type Origin = (typeof origins)[number];

/** Takes the origins of everything a text was made from, gives its own: that of the least trusted; the product's where there is none. */
export function inheritedOrigin(of: Iterable<Origin>): Origin {
  let least = 0;
  for (const origin of of) least = Math.max(least, origins.indexOf(origin));
  return origins[least] as Origin;
}
