import { useCompany } from "#features/accounts/web/queries.ts";
import type { Status } from "#features/operations/contract.ts";
import { plural } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Command, Fact } from "./fact.tsx";

/** The company's jobs and the proof of its journal. */
export function Work({ status }: { status: Status }) {
  const { timeZone } = useCompany();
  const { jobs, journal } = status;
  const { lastAnchor, lastVerified, copy } = journal;
  return (
    <Section title="Work and proof">
      <dl>
        <Fact name="Jobs" value={`${plural(jobs.due, "job")} due, ${jobs.planned} planned`}>
          A decision nobody answers is closed by one when its time is up.
        </Fact>
        <Fact
          name="Given up"
          tone={jobs.dead > 0 ? "danger" : "success"}
          value={jobs.dead === 0 ? "None" : plural(jobs.dead, "job")}
        >
          {jobs.dead > 0 && "Each failed five times. The server's log says why."}
        </Fact>
        <Fact
          name="Journal verified"
          tone={lastVerified ? (lastVerified.isSound ? "success" : "danger") : "idle"}
          value={
            lastVerified ? (
              <span>
                {lastVerified.isSound ? "Every record holds" : "A record was changed"},{" "}
                <Moment at={lastVerified.at} timeZone={timeZone} />
              </span>
            ) : (
              "Not yet"
            )
          }
        >
          <Command>npm run audit:verify</Command> holds every record against its hash, and names one that was edited,
          removed or cut off.
        </Fact>
        <Fact
          name="Journal anchored"
          value={
            lastAnchor ? (
              <span>
                Up to record {lastAnchor.seq}, <Moment at={lastAnchor.at} timeZone={timeZone} />
              </span>
            ) : (
              "Not yet"
            )
          }
        >
          Once a day its end is signed into a file outside the database, so that it cannot be rewritten unseen.
        </Fact>
        {copy && (
          <Fact
            name="Anchors copied outside"
            tone={copy.failedAt ? "danger" : "success"}
            value={copy.at ? <Moment at={copy.at} timeZone={timeZone} /> : "Not yet"}
          >
            {copy.failedAt ? (
              <>
                The attempt <Moment at={copy.failedAt} timeZone={timeZone} /> failed; the server's log says why. It is
                tried again every five minutes.
              </>
            ) : (
              "A second copy, so that a file removed from this server is noticed."
            )}
          </Fact>
        )}
      </dl>
    </Section>
  );
}
