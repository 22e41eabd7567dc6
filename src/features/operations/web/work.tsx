import { useCompany } from "#features/accounts/web/queries.ts";
import type { Status } from "#features/operations/contract.ts";
import { plural } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Command, Fact } from "./fact.tsx";

export function Work({ status }: { status: Status }) {
  const { timeZone } = useCompany();
  const { jobs, journal } = status;
  const { lastAnchor, lastVerified, copy } = journal;
  return (
    <Section title="Jobs and journal">
      <dl>
        <Fact name="Jobs" value={`${plural(jobs.due, "job")} due, ${jobs.planned} scheduled`}>
          Jobs run in the background, such as closing expired decisions.
        </Fact>
        <Fact
          name="Failed jobs"
          tone={jobs.dead > 0 ? "danger" : "success"}
          value={jobs.dead === 0 ? "None" : plural(jobs.dead, "job")}
        >
          {jobs.dead > 0 && "Each failed five times. See the server log."}
        </Fact>
        <Fact
          name="Journal verified"
          tone={lastVerified ? (lastVerified.isSound ? "success" : "danger") : "idle"}
          value={
            lastVerified ? (
              <span>
                {lastVerified.isSound ? "Intact" : "Tampering found"},{" "}
                <Moment at={lastVerified.at} timeZone={timeZone} />
              </span>
            ) : (
              "Not yet"
            )
          }
        >
          <Command>npm run audit:verify</Command> checks every record and reports any that was edited or removed.
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
          Signed daily into a file outside the database, so tampering is detected.
        </Fact>
        {copy && (
          <Fact
            name="Anchors copied off-server"
            tone={copy.failedAt ? "danger" : "success"}
            value={copy.at ? <Moment at={copy.at} timeZone={timeZone} /> : "Not yet"}
          >
            {copy.failedAt ? (
              <>
                The last attempt failed (<Moment at={copy.failedAt} timeZone={timeZone} />
                ). See the server log. Retrying every five minutes.
              </>
            ) : (
              "A second copy reveals a file removed from this server."
            )}
          </Fact>
        )}
      </dl>
    </Section>
  );
}
