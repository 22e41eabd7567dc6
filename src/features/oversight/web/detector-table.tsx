import { useCompany } from "#features/accounts/web/queries.ts";
import type { DetectorRow } from "#features/oversight/contract.ts";
import { useNow } from "#ui/clock.ts";
import { Dot } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { shortMoment } from "#ui/format.ts";

const interventionLabels = {
  pause: "Pause the agent",
  lower_autonomy: "Lower autonomy",
  hold: "Hold autonomous work",
  none: "Notify admins",
};

/** Hides the readings while oversight is off, because those of the last check are outdated. */
export function DetectorTable({ detectors, isWatched }: { detectors: readonly DetectorRow[]; isWatched: boolean }) {
  const { timeZone } = useCompany();
  const now = useNow();
  const firing = detectors.filter(({ isFiring }) => isFiring).length;
  const last = ({ lastFiredAt }: DetectorRow) => (lastFiredAt ? shortMoment(lastFiredAt, timeZone, now) : "Never");
  return (
    <Section title="Detectors" note={firing > 0 ? `${detectors.length}, ${firing} firing` : detectors.length}>
      <table className="w-full border-collapse text-left text-sm">
        <thead className="text-xs text-ink-3 max-md:sr-only">
          <tr>
            <th className="pb-1.5 font-medium">Detector</th>
            <th className="pb-1.5 pl-4 font-medium">Fires</th>
            <th className="pb-1.5 pl-4 text-right font-medium">Now</th>
            <th className="pb-1.5 pl-6 font-medium">Intervention</th>
            <th className="pb-1.5 pl-4 text-right font-medium">Last fired</th>
          </tr>
        </thead>
        <tbody>
          {detectors.map((one) => (
            <tr key={one.id} data-detector={one.id} className="border-t border-line align-middle">
              <td className="max-w-[300px] py-2">
                <span className="block font-medium">{one.label}</span>
                <span className="block text-xs text-pretty text-ink-3">{one.watches}</span>
                <span className="block text-xs text-ink-3 md:hidden">
                  Fires {one.firesAt}. {interventionLabels[one.intervention ?? "none"]}. Last fired: {last(one)}
                </span>
              </td>
              <td className="py-2 pl-4 whitespace-nowrap text-ink-2 max-md:hidden">{one.firesAt}</td>
              <td className="num py-2 pl-4 text-right whitespace-nowrap max-md:align-top">
                <span className={one.isFiring ? "inline-flex items-center gap-[7px] font-medium" : undefined}>
                  {one.isFiring && <Dot tone={one.level === "CRITICAL" ? "danger" : "warning"} label="Firing" />}
                  {(isWatched ? one.reading : null) ?? "—"}
                </span>
              </td>
              <td className="py-2 pl-6 whitespace-nowrap text-ink-2 max-md:hidden">
                {interventionLabels[one.intervention ?? "none"]}
              </td>
              <td className="num py-2 pl-4 text-right whitespace-nowrap text-ink-2 max-md:hidden">{last(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
