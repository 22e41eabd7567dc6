import type { DayOrder, Place } from "./reading.ts";
import { takeTurns } from "./turns.ts";

const canonicalZone = (zone: string): string | null => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
};

const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
/** Codes of countries in use; those of former ones stand for their successors. */
const regions = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => names.of(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);

type Zoned = Intl.Locale & { getTimeZones(): string[] | undefined };
const zonesOf = (region: string) => (new Intl.Locale("und", { region }) as Zoned).getTimeZones() ?? [];

/** Countries by time zone; those without an own zone share one. */
const zones = new Map<string, string[]>();
const unknown = new Set(regions);

/** Finds the zones of all countries, which takes long once, in turns with other work. */
export async function findZones(): Promise<void> {
  const pause = takeTurns();
  for (const region of unknown) {
    addZones(region);
    await pause();
  }
}

function addZones(region: string): void {
  unknown.delete(region);
  for (const zone of zonesOf(region)) zones.set(zone, [...(zones.get(zone) ?? []), region]);
}

function regionsOf(timeZone: string, home: string | null): string[] {
  const canonical = canonicalZone(timeZone);
  // Most companies count in their own country's currency.
  if (home && zonesOf(home).some((zone) => zone === timeZone || zone === canonical)) return [home];
  for (const region of unknown) addZones(region);
  return zones.get(timeZone) ?? (canonical ? zones.get(canonical) : undefined) ?? [];
}

/**
 * The country (ISO 3166) by time zone and currency; null where they do not settle it. A currency of another country
 * than the zone's leaves it open: a company in Berlin that counts in dollars may write either way.
 */
export function regionOf({ timeZone, currency }: Place): string | null {
  // The first two letters of a national currency are its country's.
  const home = regions.find((region) => region === currency.slice(0, 2)) ?? null;
  const zoned = regionsOf(timeZone, home);
  if (home && zoned.includes(home)) return home;
  if (zoned.length === 1) return home && home !== "EU" ? null : (zoned[0] ?? null);
  // Dollars are counted in everywhere.
  return zoned.length === 0 && home && home !== "US" && home !== "EU" ? home : null;
}

/** How days are written in numbers in a country; null where both ways are usual. */
export function dayOrderOf(region: string | null): DayOrder | null {
  if (!region) return null;
  const orders = [new Intl.Locale("und", { region }).maximize().language, "en"].map((language) =>
    new Intl.DateTimeFormat(`${language}-${region}`)
      .formatToParts(0)
      .map(({ type }) => type)
      .filter((type) => type === "day" || type === "month" || type === "year")
      .join(" "),
  );
  if (orders.every((order) => order === "month day year")) return "month first";
  return orders.every((order) => order === "day month year") ? "day first" : null;
}
