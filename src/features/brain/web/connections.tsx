import { useState } from "react";
import type { Graph } from "#features/brain/graph/contract.ts";
import { sentenceCase, words } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useNarrow } from "#ui/narrow.ts";
import { onDemand } from "#ui/on-demand.ts";
import { EntityPanel } from "./entity-panel.tsx";
import { useGraph } from "./queries.ts";

const GraphPicture = onDemand(() => import("./graph-picture.tsx"));

/** The center and the entities of a type, optionally only its direct neighbours, with their relationships. */
function filterGraph(graph: Graph, center: string | null, type: string, steps: string): Graph {
  const near = new Set(
    graph.relationships.flatMap(({ sourceId, targetId }) =>
      sourceId === center || targetId === center ? [sourceId, targetId] : [],
    ),
  );
  const entities = graph.entities.filter(
    (one) =>
      one.id === center || ((type === "" || one.type === type) && (steps === "2" || !center || near.has(one.id))),
  );
  const ids = new Set(entities.map(({ id }) => id));
  const relationships = graph.relationships.filter(({ sourceId, targetId }) => ids.has(sourceId) && ids.has(targetId));
  return { entities, relationships };
}

type Props = { center: string | null; onCenter: (id: string | null) => void };

/** The graph of entities and relationships, as a picture or as a table. */
export function Connections({ center, onCenter }: Props) {
  const { data, error } = useGraph(center);
  const [type, setType] = useState("");
  const [steps, setSteps] = useState("2");
  const [isTable, setTable] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const isNarrow = useNarrow();
  const centerEntity = data?.entities.find(({ id }) => id === center);
  const shown = data && filterGraph(data, center, type, steps);
  const selected = opened ?? center;
  return (
    <Section
      title="Connections"
      id="connections"
      note={centerEntity ? `around ${centerEntity.name}` : undefined}
      actions={
        data && data.entities.length > 0 ? (
          <>
            {center && (
              <Button look="quiet" small onClick={() => onCenter(null)}>
                Show all
              </Button>
            )}
            <Select aria-label="Types" className="h-9 md:h-control-sm" value={type} onText={setType}>
              <option value="">All types</option>
              <Options
                of={[...new Set(data.entities.map((one) => one.type))]
                  .sort()
                  .map((one) => [one, sentenceCase(words(one))])}
              />
            </Select>
            {center && (
              <Select aria-label="Steps" className="h-9 md:h-control-sm" value={steps} onText={setSteps}>
                <option value="1">1 step</option>
                <option value="2">2 steps</option>
              </Select>
            )}
          </>
        ) : undefined
      }
    >
      {error && !data ? (
        <Fault error={error} what="The connections could not be loaded" />
      ) : !shown ? (
        <SkeletonRows rows={4} tall />
      ) : shown.entities.length === 0 ? (
        <p className="border-t border-line py-3 text-pretty text-ink-2">
          No connections yet. Upload a document or sync: the people, companies and products it names appear here.
        </p>
      ) : (
        <>
          {!isNarrow && (
            <div className="border-t border-b border-line">
              <GraphPicture graph={shown} center={center} selected={selected} onOpen={setOpened} onCenter={onCenter} />
            </div>
          )}
          <p className="flex flex-wrap items-center gap-x-3 py-2 text-sm text-ink-3">
            {!isNarrow && (
              <Button look="quiet" small aria-expanded={isTable} onClick={() => setTable(!isTable)} className="-ml-2.5">
                {isTable ? "Hide table" : "Show as table"}
              </Button>
            )}
            {!isNarrow && "Click an entity to open it, double-click to move it to the middle."}
          </p>
          {(isTable || isNarrow) && <Table graph={shown} onOpen={setOpened} />}
          {selected && (
            <EntityPanel
              key={selected}
              id={selected}
              isCenter={selected === center}
              onCenter={() => onCenter(selected)}
              onClose={() => (opened ? setOpened(null) : onCenter(null))}
            />
          )}
        </>
      )}
    </Section>
  );
}

function Table({ graph, onOpen }: { graph: Graph; onOpen: (id: string) => void }) {
  const names = new Map(graph.entities.map(({ id, name }) => [id, name]));
  const link = (id: string) => (
    <button type="button" onClick={() => onOpen(id)} className="text-left font-medium wrap-anywhere hover:underline">
      {names.get(id)}
    </button>
  );
  return (
    <div className="max-h-[400px] overflow-y-auto" role="region" aria-label="Relationships" tabIndex={0}>
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th>From</th>
            <th>Relationship</th>
            <th>To</th>
          </tr>
        </thead>
        <tbody>
          {graph.relationships.map(({ id, sourceId, targetId, type }) => (
            <tr key={id} className="border-t border-line align-top">
              <td className="py-2 pr-3">{link(sourceId)}</td>
              <td className="py-2 pr-3 text-ink-3">{type}</td>
              <td className="py-2 text-right">{link(targetId)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
