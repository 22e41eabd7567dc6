import { Clock3 } from "lucide-react";
import { useLocation } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { UrgentDecision } from "#features/decisions/contract.ts";
import { useNow } from "#ui/clock.ts";
import { plural, shortDate, shortMoment } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";

const soon = 24 * 3_600_000;

/** The number of pending decisions and the first to expire; a test only if nothing else is pending. */
export function UrgentBanner({ pending, waiting }: { pending: readonly UrgentDecision[]; waiting: number }) {
  const { timeZone } = useCompany();
  const now = useNow();
  const [, navigate] = useLocation();
  const first = pending.toSorted(
    (a, b) => Number(a.isTest) - Number(b.isTest) || a.expiresAt.localeCompare(b.expiresAt),
  )[0];
  if (!first) return null;
  const ends =
    Date.parse(first.expiresAt) - now < soon
      ? `at ${shortMoment(first.expiresAt, timeZone, now)}`
      : `on ${shortDate(first.expiresAt, timeZone, now)}`;
  const href = `/decisions/${first.id}`;
  const review = () => {
    const card = document.querySelector<HTMLElement>(`#decision-feed article[data-decision="${first.id}"]`);
    if (!card) return navigate(href);
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "center" });
  };
  return (
    <div
      role="status"
      data-testid="urgent-decisions"
      className="mb-6 flex min-h-10 items-start gap-2.5 rounded-control bg-warning-wash p-2.5 pl-3 text-sm md:items-center md:py-1.5 md:pr-1.5"
    >
      <Clock3 size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 flex-none text-warning md:mt-0" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">
          {first.isTest
            ? "A test proposal is pending."
            : `${waiting === 1 ? "1 decision needs" : `${plural(waiting, "decision")} need`} your approval.`}
        </span>{" "}
        <span className="text-ink-2">
          “{first.title}” expires {ends}.
        </span>
      </span>
      <Button small onClick={review}>
        Review
      </Button>
    </div>
  );
}
