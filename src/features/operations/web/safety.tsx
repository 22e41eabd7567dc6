import { useCompany } from "#features/accounts/web/queries.ts";
import type { Status } from "#features/operations/contract.ts";
import { plural } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Command, Fact } from "./fact.tsx";
import { size } from "./size.ts";

/** What a crash, power loss or disk failure would cost, and what to do about it. */
export function Safety({ status }: { status: Status }) {
  const { database, snapshots } = status;
  return (
    <Section title="Data safety">
      <dl>
        <Fact
          name="Power loss"
          tone={database.survivesPowerLoss ? "success" : "warning"}
          value={database.survivesPowerLoss ? "Protected" : "Not protected"}
        >
          {database.survivesPowerLoss
            ? "Every change is written to disk before it is confirmed."
            : database.kind === "embedded"
              ? "Data since the last snapshot is lost. Move to PostgreSQL with a backup file to prevent this."
              : "PostgreSQL confirms changes before writing them to disk. Turn on fsync and synchronous_commit."}
        </Fact>
        {snapshots && <LastSnapshot snapshots={snapshots} />}
        <Fact name="Backup" value={<Command>npm run backup</Command>}>
          Writes one encrypted file without downtime. Store the file and the keys on separate machines; the backup is
          useless without the keys. Restore it with <Command>npm run restore -- file</Command>.
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
      <Fact name="Last snapshot" tone="danger" value="Off">
        SNAPSHOT_EVERY is 0. Remove it to take one every hour.
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
          The last attempt failed (<Moment at={failedAt} timeZone={timeZone} />
          ). See the server log.{" "}
        </>
      )}
      {everyMinutes === 0
        ? "Snapshots are off: SNAPSHOT_EVERY is 0."
        : `Taken every ${plural(everyMinutes, "minute")} if data changed. Keeps 6 hourly, 7 daily and 4 weekly ones on the same disk.`}
    </Fact>
  );
}
