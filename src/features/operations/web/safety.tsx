import { useCompany } from "#features/accounts/web/queries.ts";
import type { Status } from "#features/operations/contract.ts";
import { plural } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Command, Fact } from "./fact.tsx";
import { size } from "./size.ts";

/** What a crash, a loss of power or a broken disk would cost, and what to do about it. */
export function Safety({ status }: { status: Status }) {
  const { database, snapshots } = status;
  return (
    <Section title="If something breaks">
      <dl>
        <Fact
          name="Loss of power"
          tone={database.survivesPowerLoss ? "success" : "warning"}
          value={database.survivesPowerLoss ? "Survived" : "Not survived"}
        >
          {database.survivesPowerLoss
            ? "Every change is on the disk before it is confirmed."
            : database.kind === "embedded"
              ? "The embedded database survives a crash of the program, not a loss of power: then it goes back to a snapshot. For data you cannot lose, move to PostgreSQL; the same backup file moves it."
              : "This PostgreSQL confirms changes before they are on the disk. Turn fsync and synchronous_commit on."}
        </Fact>
        {snapshots && <LastSnapshot snapshots={snapshots} />}
        <Fact name="Your own backup" value={<Command>npm run backup</Command>}>
          Writes one encrypted file, while everybody goes on working. Keep it on another machine, and the keys apart
          from it: without them it is worth nothing. <Command>npm run restore -- file</Command> brings it back.
        </Fact>
      </dl>
    </Section>
  );
}

function LastSnapshot({ snapshots }: { snapshots: NonNullable<Status["snapshots"]> }) {
  const { timeZone } = useCompany();
  const { everyMinutes, last, failedAt } = snapshots;
  if (everyMinutes === 0 && !last)
    return (
      <Fact name="Last snapshot" tone="danger" value="None are taken">
        SNAPSHOT_EVERY is 0. Leave it out and one is taken every hour.
      </Fact>
    );
  return (
    <Fact
      name="Last snapshot"
      tone={failedAt ? "danger" : last ? "success" : "warning"}
      value={
        last ? (
          <span>
            <Moment at={last.at} timeZone={timeZone} />, {size(last.bytes)}
          </span>
        ) : (
          "None yet"
        )
      }
    >
      {failedAt && (
        <>
          The attempt <Moment at={failedAt} timeZone={timeZone} /> failed; the server's log says why.{" "}
        </>
      )}
      {everyMinutes === 0
        ? "No more are taken: SNAPSHOT_EVERY is 0."
        : `Taken every ${plural(everyMinutes, "minute")} when something changed, at the earliest five minutes after a start. Six hourly, seven daily and four weekly ones are kept, on the same disk.`}
    </Fact>
  );
}
