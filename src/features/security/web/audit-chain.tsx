import { useCompany } from "#features/accounts/web/queries.ts";
import type { AuditChain, Verification } from "#features/security/audit/contract.ts";
import { count, exactTime, percent } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";
import { ProgressRows } from "#ui/kit/progress.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useVerify } from "./queries.ts";

const words: Record<Verification["status"], [DotTone, string]> = {
  running: ["idle", "Running"],
  intact: ["success", "Intact"],
  broken: ["danger", "Broken"],
  failed: ["warning", "Not finished"],
};

/** Verifications with their progress and results, and the anchors outside the database. */
export function Chain({ chain }: { chain: AuditChain }) {
  const { timeZone } = useCompany();
  const verify = useVerify();
  const { verifications, anchors, records } = chain;
  const running = verifications.find(({ status }) => status === "running");
  return (
    <div className="grid max-w-[880px] gap-8 md:gap-10">
      <Section
        title="Verification"
        note={`${count(records)} records`}
        actions={
          <Button small pending={verify.isPending} disabled={!!running} onClick={() => verify.mutate()}>
            Verify chain
          </Button>
        }
      >
        {running && (
          <div role="status">
            <ProgressRows
              steps={[
                {
                  name: "Verifying records",
                  state: "running",
                  share: running.total === 0 ? 1 : running.verified / running.total,
                  note: `${count(running.verified)} of ${count(running.total)}, ${percent(Math.floor((running.verified / Math.max(1, running.total)) * 100))}`,
                },
              ]}
            />
          </div>
        )}
        {verifications.length === 0 && (
          <p className="max-w-[68ch] border-t border-line py-2.5 text-ink-2">
            Not verified yet. A verification hashes every record again and compares each with the one before, the head
            and the anchors. It runs daily by itself.
          </p>
        )}
        <ul>
          {verifications
            .filter(({ status }) => status !== "running")
            .map((one) => (
              <li
                key={one.id}
                data-verification={one.status}
                className="grid gap-x-4 border-t border-line py-2.5 md:grid-cols-[132px_minmax(0,1fr)_auto]"
              >
                <span className="flex items-center gap-2 font-medium">
                  <Dot tone={words[one.status][0]} />
                  {words[one.status][1]}
                </span>
                <span className="min-w-0 text-ink-2">
                  {one.fault
                    ? `First broken record: ${count(one.fault.seq)}. ${one.fault.sentence}`
                    : one.status === "failed"
                      ? `Stopped after ${count(one.verified)} of ${count(one.total)} records. Start it again.`
                      : `${count(one.verified)} records, ${one.startedBy ?? "by the clock"}`}
                </span>
                <time dateTime={one.startedAt} className="num text-sm text-ink-3">
                  {exactTime(one.finishedAt ?? one.startedAt, timeZone)}
                </time>
              </li>
            ))}
        </ul>
      </Section>
      <Section title="Anchors" note="signed outside the database">
        {anchors.length === 0 ? (
          <p className="max-w-[68ch] border-t border-line py-2.5 text-ink-2">
            No anchor yet. The chain's head is signed daily into a file outside the database, so that a rewritten log
            shows.
          </p>
        ) : (
          <ul>
            {anchors.map(({ at, seq, hash }) => (
              <li
                key={`${at} ${seq}`}
                className="grid gap-x-4 border-t border-line py-2.5 md:grid-cols-[132px_minmax(0,1fr)_auto]"
              >
                <span className="num font-medium">Record {count(seq)}</span>
                <code className="min-w-0 truncate font-mono text-xs text-ink-3">{hash}</code>
                <time dateTime={at} className="num text-sm text-ink-3">
                  {exactTime(at, timeZone)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
