/** A sign-in that ends within two days is said everywhere. */
export const warnMs = 2 * 86_400_000;

/** "in 2 days 4 h", "in 35 min", or "now". */
export function spanUntil(at: string, now: number): string {
  const minutes = Math.floor((Date.parse(at) - now) / 60_000);
  if (minutes <= 0) return "now";
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  if (days > 0) return `in ${days} ${days === 1 ? "day" : "days"}${hours > 0 ? ` ${hours} h` : ""}`;
  return hours > 0 ? `in ${hours} h` : `in ${minutes} min`;
}
