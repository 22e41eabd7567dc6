export type Zone = { name: string; label: string };

/** Cities that browsers list under a former name. */
const renamed = new Map([
  ["Kiev", "Kyiv"],
  ["Calcutta", "Kolkata"],
  ["Rangoon", "Yangon"],
  ["Saigon", "Ho Chi Minh City"],
  ["Katmandu", "Kathmandu"],
]);

function labelOf(name: string): string {
  const city = name.split("/").slice(1).join(", ") || name;
  return renamed.get(city) ?? city.replaceAll("_", " ");
}

/** All time zones by continent, labeled by city so that typing finds them; includes `current`. */
export function zonesByContinent(current: string): [continent: string, zones: Zone[]][] {
  const names = new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")]);
  const groups = new Map<string, Zone[]>();
  for (const name of [...names].toSorted()) {
    const continent = name.includes("/") ? (name.split("/")[0] ?? "") : "Other";
    groups.set(continent, [...(groups.get(continent) ?? []), { name, label: labelOf(name) }]);
  }
  return [...groups];
}

/** Europe/London → London time */
export const zoneTime = (name: string): string => `${labelOf(name)} time`;
