import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import { type Freshness, listFreshness } from "#features/metrics/sources/contract.ts";
import { isSilent } from "#features/metrics/sources/rules.ts";
import { kindsBehind } from "#features/records/figures/rules.ts";
import { listSampleKinds } from "#features/records/samples/contract.ts";
import { dateAt, useNow } from "#ui/clock.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { read } from "#ui/query.ts";

/** The services whose rows come in by themselves. */
export const useFreshness = () => useQuery({ ...read(listFreshness, {}), refetchInterval: 60_000 });

/** "Stripe, 4 min ago" */
export function ReadAt({ of: { name, readAt } }: { of: Freshness }) {
  const { timeZone } = useCompany();
  return (
    <>
      {name}, <Moment at={readAt} timeZone={timeZone} />
    </>
  );
}

/** Names the sources that have not been read for so long that what came from them may be out of date. */
export function SilentSources({ of }: { of?: readonly string[] }) {
  const at = dateAt(useNow());
  const silent = useFreshness().data?.filter(
    ({ kinds, everyMinutes, readAt }) =>
      isSilent({ everyMinutes, readAt: dateAt(readAt) }, at) && (!of || kinds.some((kind) => of.includes(kind))),
  );
  return silent?.map((one) => (
    <span key={one.source} role="note" className="block text-sm text-warning">
      Last read from <ReadAt of={one} />: figures from it may be out of date.{" "}
      <Link href="/integrations?tab=active" className="underline underline-offset-2">
        Open integrations
      </Link>
    </span>
  ));
}

/** Says what counts twice because two sources have it. */
function Doubles({ of }: { of: readonly string[] }) {
  const twice = useFreshness().data?.flatMap(({ doubles }) => doubles.filter(({ kind }) => of.includes(kind)));
  return twice?.map(({ sentence }) => (
    <span key={sentence} role="note" className="block text-sm text-warning">
      {sentence}{" "}
      <Link href="/integrations?tab=active" className="underline underline-offset-2">
        Open integrations
      </Link>
    </span>
  ));
}

/** "From Stripe, 4 min ago", for the kinds of records that services bring. */
export function FreshNote({ of }: { of: readonly string[] }) {
  const fresh = useFreshness().data?.filter(({ kinds }) => kinds.some((kind) => of.includes(kind))) ?? [];
  return (
    <>
      {fresh.length > 0 && (
        <span className="block text-xs text-ink-3">
          {fresh.map((one, at) => (
            <span key={one.source}>
              {at === 0 ? "From " : "; "}
              <ReadAt of={one} />
            </span>
          ))}
        </span>
      )}
      <SilentSources of={of} />
      <Doubles of={of} />
    </>
  );
}

type Props = {
  hrefs: readonly (string | null)[];
  /** Whether the page shows the rows as they are now; what was said earlier names its own silent sources. */
  isLive?: boolean;
};

/** Where the rows of a page come from, if by themselves; and whether it includes sample data, except in a demo. */
export function SourceNote({ hrefs, isLive = false }: Props) {
  const { demo } = useCompany();
  const kinds = hrefs.flatMap(kindsBehind);
  const { data } = useQuery({ ...read(listSampleKinds, {}), enabled: !demo && kinds.length > 0 });
  return (
    <>
      {isLive && <FreshNote of={kinds} />}
      {data?.some((kind) => kinds.includes(kind)) && (
        <span className="block text-xs text-ink-3">Includes sample data</span>
      )}
    </>
  );
}
