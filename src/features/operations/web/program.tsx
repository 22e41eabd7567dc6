import { longDay } from "#contract/format.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Status } from "#features/operations/contract.ts";
import { nothing, plural } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Fact } from "./fact.tsx";
import { size } from "./size.ts";

const fewBytes = 200 * 1024 * 1024;

export function Program({ status }: { status: Status }) {
  const { timeZone } = useCompany();
  const { database, disk } = status;
  const { changes, newest } = database.schema;
  return (
    <Section title="Installation">
      <dl>
        <Fact name="Boardroom" value={`Version ${status.version}`}>
          Started <Moment at={status.startedAt} timeZone={timeZone} />.
        </Fact>
        <Fact
          name="Database"
          value={`${database.kind === "embedded" ? "Embedded (PGlite)" : "PostgreSQL"}, ${database.version}`}
        />
        <Fact name="Schema" value={plural(changes, "change")}>
          Latest: {longDay(newest.slice(0, 10))}.
        </Fact>
        <Fact
          name="Free disk space"
          {...(disk ? { tone: disk.freeBytes < fewBytes ? ("danger" as const) : ("success" as const) } : {})}
          value={disk ? `${size(disk.freeBytes)} of ${size(disk.totalBytes)}` : nothing}
        >
          On the data folder's disk
          {database.kind === "embedded" && "; a snapshot needs space for a copy of the database"}.
        </Fact>
      </dl>
    </Section>
  );
}
