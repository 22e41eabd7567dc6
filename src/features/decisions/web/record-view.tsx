import { useState } from "react";
import { Link } from "wouter";
import type { Answer } from "#contract/endpoint.ts";
import type { getRecord, Standing } from "#features/decisions/outcome/contract.ts";
import { plural } from "#ui/format.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { SelectField } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { keyOf, nameOf, Standings, StandingView } from "./record-parts.tsx";

type Record = Answer<typeof getRecord>;

/** Brier score, skill and reliability, in all and of each agent and type. */
export function RecordView({ record }: { record: Record }) {
  const every = [record.all, ...record.agents, ...record.types, ...record.both];
  const [chosen, setChosen] = useState(keyOf(record.all));
  const choose = (key: string) => {
    setChosen(key);
    scrollTo({ top: 0 });
  };
  const shown = every.find((one) => keyOf(one) === chosen) ?? record.all;
  if (record.all.resolved === 0)
    return (
      <Empty
        title="No resolved forecasts yet"
        actions={
          <Link href="/decisions/forecasts" className={buttonClass()}>
            Show forecasts
          </Link>
        }
      >
        Approved proposals come with forecasts. Once they are due, their outcomes are compared with the claims here.
      </Empty>
    );
  return (
    <div className="grid gap-8">
      <Section title="Reliability" note={nameOf(shown)} actions={null}>
        <StandingView standing={shown}>
          <SelectField label="Show" value={chosen} onText={setChosen}>
            {[
              ["In all", [record.all]],
              ["Agents", record.agents],
              ["Types", record.types],
              ["Agent and type", record.both],
            ].map(([label, group]) => (
              <optgroup key={label as string} label={label as string}>
                {(group as Standing[]).map((one) => (
                  <option key={keyOf(one)} value={keyOf(one)}>
                    {`${nameOf(one)}: ${plural(one.resolved, "forecast")}`}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        </StandingView>
      </Section>
      <Standings title="By agent" rows={record.agents} onChoose={choose} />
      <Standings title="By type" rows={record.types} onChoose={choose} />
      <Standings title="By agent and type" rows={record.both} onChoose={choose} />
    </div>
  );
}
