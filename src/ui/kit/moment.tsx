import { useNow } from "../clock.ts";
import { exactTime, relative } from "../format.ts";

/** "14 min ago", with the exact time on hover. */
export function Moment({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at} title={exactTime(at, timeZone)} className="num">
      {relative(at, useNow())}
    </time>
  );
}
