import { X } from "lucide-react";
import { Link } from "wouter";
import { exploreHref } from "#contract/query.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { removePin } from "#features/explore/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { usePins, useRemovePin } from "./queries.ts";

/** The queries pinned to the dashboard of the company. */
export function PinnedList() {
  const { data: pins } = usePins();
  const mayRemove = useMay(removePin);
  const remove = useRemovePin();
  if (!pins) return null;
  return (
    <Section title="Pinned" note={pins.length > 0 && pins.length}>
      {pins.length === 0 ? (
        <p className="border-t border-line pt-2 text-sm text-ink-2">
          Nothing pinned yet. Pin a question to see its answer on the dashboard.
        </p>
      ) : (
        <ul>
          {pins.map((pin) => (
            <li key={pin.id} className="flex min-h-row items-center gap-2 border-t border-line">
              <Link
                href={exploreHref(pin.query)}
                title={`Pinned by ${pin.by}`}
                className="min-w-0 flex-1 truncate py-2 text-ink"
              >
                {pin.title}
              </Link>
              {mayRemove && (
                <Button
                  look="quiet"
                  small
                  icon
                  aria-label={`Remove ${pin.title} from the dashboard`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(pin)}
                >
                  <X size={15} strokeWidth={1.75} aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
