import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { fastSeconds, type ReviewRecord, reviewDays } from "#features/decisions/reviewing/contract.ts";
import { plural, wholePercent } from "#ui/format.ts";
import { Section } from "#ui/kit/section.tsx";
import { useOwnReviews, useReviewers } from "./review-queries.ts";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";

const share = (part: number, whole: number): string => (whole === 0 ? "—" : wholePercent(part / whole));
function duration(seconds: number | null): string {
  if (seconds === null) return "—";
  if (seconds < 60) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

const linesOf = (record: ReviewRecord): [string, string, string][] => [
  ["Approved", share(record.approved, record.settled), `${record.approved} of ${record.settled}`],
  ["Median time open", duration(record.medianSeconds), `${plural(record.opened, "decision")} opened first`],
  [
    `Under ${fastSeconds} seconds`,
    String(record.fast),
    `${record.settled - record.opened} more decided without opening`,
  ],
  ["Later bad", String(record.badly), `of ${record.known} approved with a known outcome`],
];

/** The signed-in person's own review record. */
export function OwnReviews() {
  const { data, error } = useOwnReviews();
  return (
    <Section title="Your decisions" note={`last ${reviewDays} days`}>
      {!data && <LoadingRows error={error} what="Couldn't load your decisions" rows={3} />}
      {data && data.settled === 0 && (
        <p className="py-2 text-sm text-ink-2">You decided nothing in the last {reviewDays} days.</p>
      )}
      {data && data.settled > 0 && (
        <dl className="grid grid-cols-2 md:grid-cols-4">
          {linesOf(data).map(([name, value, note]) => (
            <div key={name} className="py-2 pr-4">
              <dt className="text-sm text-ink-2">{name}</dt>
              <dd className="num mt-1 text-[20px] leading-[30px] font-medium">{value}</dd>
              <dd className="text-xs text-ink-3">{note}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-xs text-ink-3">Only you and admins see this. Opening is timed by the server.</p>
    </Section>
  );
}

/** Every approver's review record, for admins. */
export function Reviewers() {
  const admin = useIsAdmin();
  const { data, error } = useReviewers(admin);
  if (!admin) return null;
  return (
    <Section title="Reviewers" note={`last ${reviewDays} days`}>
      {!data && <LoadingRows error={error} what="Couldn't load the reviewers" rows={3} />}
      {data && (
        <ul className="text-sm">
          {data.map(({ id, username, role, record }) => (
            <li key={id} className="border-t border-line py-2.5 first:border-t-0">
              <div>
                <span className="font-medium wrap-anywhere">{username}</span> <span className="text-ink-3">{role}</span>
              </div>
              <dl className="grid grid-cols-2 gap-x-4 text-ink-2 sm:grid-cols-4">
                {linesOf(record).map(([name, value, note]) => (
                  <div key={name} title={note}>
                    <dt className="text-xs text-ink-3">{name}</dt>
                    <dd className="num">{value}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
      <p className="pt-2 text-xs text-ink-3">
        Each person sees their own figures under Your account; nobody else does.
      </p>
    </Section>
  );
}
