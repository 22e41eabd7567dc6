import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { OutboxPage } from "#features/outbox/contract.ts";
import { ScheduledRow, SettledRow, StuckRow } from "#features/outbox/web/delivery-row.tsx";
import { useOutbox } from "#features/outbox/web/queries.ts";
import { plural } from "#ui/format.ts";
import { Countdown } from "#ui/kit/countdown.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";

export default function OutboxPageView() {
  const { data, error } = useOutbox();
  return (
    <Page title="Outbox">
      <PageHead title="Outbox" handOn>
        {data ? describe(data) : "What leaves Boardroom, and what left."}
      </PageHead>
      {!data ? (
        <LoadingRows error={error} what="The outbox could not be loaded" rows={6} tall announced />
      ) : (
        <Outbox page={data} />
      )}
    </Page>
  );
}

/** "2 scheduled, 1 stuck, 41 sent in the last 24 hours." */
const describe = ({ counts }: OutboxPage): string =>
  `${counts.scheduled} scheduled, ${counts.stuck} stuck, ${counts.sent} sent in the last 24 hours.`;

function Outbox({ page }: { page: OutboxPage }) {
  const timeZone = useCompany()?.timeZone ?? "UTC";
  const { stuck, scheduled, settled, counts } = page;
  return (
    <Columns
      main={
        <>
          {stuck.length > 0 && (
            <Section title="Stuck" note={`${counts.stuck} ${counts.stuck === 1 ? "needs" : "need"} you`}>
              <ul>
                {stuck.map((one) => (
                  <StuckRow key={one.id} one={one} timeZone={timeZone} />
                ))}
              </ul>
            </Section>
          )}
          <Section title="Scheduled" note={counts.scheduled > 0 ? counts.scheduled : undefined}>
            {scheduled.length === 0 ? (
              <Empty title="Nothing is scheduled">
                What agents send outside the company appears here before it leaves, once you or the policy allowed it.
              </Empty>
            ) : (
              <ul>
                {scheduled.map((one) => (
                  <ScheduledRow key={one.id} one={one} />
                ))}
              </ul>
            )}
          </Section>
          {settled.length > 0 && (
            <Section
              title="Last 24 hours"
              note={settled.length < counts.sent ? `the newest ${settled.length}` : undefined}
            >
              <ul>
                {settled.map((one) => (
                  <SettledRow key={one.id} one={one} timeZone={timeZone} />
                ))}
              </ul>
            </Section>
          )}
        </>
      }
      rail={
        <>
          {page.heldAt && (
            <section aria-label="Hold" className="rounded-card border border-line-strong bg-surface p-4 md:p-5">
              <h2 className="font-semibold">Autonomous work is on hold</h2>
              <p className="mt-0.5 text-sm text-pretty text-ink-2">
                Since <Moment at={page.heldAt} timeZone={timeZone} />. What agents send waits; system emails and alerts
                don't. Resuming starts the time to cancel again. Resume on{" "}
                <Link href="/oversight" className="underline underline-offset-2">
                  AGI Oversight
                </Link>
                .
              </p>
            </section>
          )}
          {page.destinations.length > 0 && (
            <Section title="Failing destinations" note={page.destinations.length}>
              <ul>
                {page.destinations.map(({ name, failures, restsUntil, answer }) => (
                  <li key={name} className="border-t border-line py-2.5 first:border-t-0">
                    <div className="flex items-center gap-1.5 font-medium wrap-anywhere">
                      <Dot tone={restsUntil ? "danger" : "warning"} />
                      {name}
                    </div>
                    <p className="text-sm text-pretty text-ink-2">
                      {answer} {plural(failures, "failure")} in a row.
                      {restsUntil && (
                        <>
                          {" "}
                          Paused, next try in <Countdown until={restsUntil} />.
                        </>
                      )}
                    </p>
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </>
      }
    />
  );
}
