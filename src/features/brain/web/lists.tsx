import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { BrainEntity, Mark } from "#features/brain/contract.ts";
import type { BrainDecision, Insight, Pattern } from "#features/brain/patterns/contract.ts";
import { plural, sentenceCase, shortDate, words } from "#ui/format.ts";
import { Confidence } from "#ui/kit/confidence.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { PagedRows } from "#ui/kit/paged-rows.tsx";
import { FactLine } from "./fact-list.tsx";
import { Marking } from "./marking.tsx";
import { Origin } from "./origin.tsx";
import { useBrainDecisions, useEntities, useFacts, useInsights, usePassages, usePatterns } from "./queries.ts";

const rowClass = "border-t border-line py-3 wrap-anywhere first:border-t-0";
const metaClass = "mt-1.5 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-ink-3";

export const PatternList = () => (
  <PagedRows
    list={usePatterns()}
    fault="The patterns could not be loaded"
    empty={
      <Empty title="No patterns">
        A pattern needs at least five events that go together. Press Detect Patterns to look for some; finding none is a
        result too.
      </Empty>
    }
  >
    {(pattern) => <PatternRow key={pattern.id} pattern={pattern} />}
  </PagedRows>
);

function PatternRow({ pattern }: { pattern: Pattern }) {
  const { timeZone } = useCompany();
  return (
    <li className={rowClass}>
      <div className="font-medium">{pattern.name}</div>
      <p className="text-ink-2">{pattern.description}</p>
      <div className={metaClass}>
        <Tag>{sentenceCase(words(pattern.patternType))}</Tag>
        <Confidence value={pattern.confidence} />
        <span>{plural(pattern.occurences, "occurrence")}</span>
        <span>last seen {shortDate(pattern.lastDetected, timeZone)}</span>
        {!pattern.isActive && <span>Inactive</span>}
      </div>
      {pattern.examples.length > 0 && (
        <ul className="mt-1.5 text-sm">
          {pattern.examples.map(({ title, at, href }) => (
            <li key={`${at}${title}`}>
              <span className="num text-ink-3">{shortDate(at, timeZone)}</span>{" "}
              {href ? <Link href={href}>{title}</Link> : title}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

export const InsightList = () => (
  <PagedRows
    list={useInsights()}
    fault="The insights could not be loaded"
    empty={
      <Empty title="No insights">
        Insights come from patterns and from the daily reflection. Press Generate Reflection for today's.
      </Empty>
    }
  >
    {(insight) => <InsightRow key={insight.id} insight={insight} />}
  </PagedRows>
);

const InsightRow = ({ insight }: { insight: Insight }) => (
  <li className={rowClass}>
    <div className="font-medium">{insight.title}</div>
    <p className="whitespace-pre-line text-ink-2">{insight.insight}</p>
    {insight.recommendations.length > 0 && (
      <ul aria-label="Recommendations" className="mt-1 list-disc pl-4 text-sm">
        {insight.recommendations.map((recommendation) => (
          <li key={recommendation}>{recommendation}</li>
        ))}
      </ul>
    )}
    <div className={metaClass}>
      <Confidence value={insight.confidence} />
      <span>{words(insight.category)}</span>
      {insight.actionable && <Tag>Actionable</Tag>}
    </div>
  </li>
);

export const DecisionList = () => (
  <PagedRows
    list={useBrainDecisions()}
    fault="The decisions could not be loaded"
    empty={<Empty title="No decisions">Decisions appear here once they are settled, with what became of them.</Empty>}
  >
    {(decision) => <DecisionRow key={decision.id} decision={decision} />}
  </PagedRows>
);

function DecisionRow({ decision }: { decision: BrainDecision }) {
  const { timeZone } = useCompany();
  return (
    <li className={rowClass}>
      <Link href={decision.href} className="font-medium">
        {decision.summary}
      </Link>
      <div className={metaClass}>
        <Tag>{sentenceCase(words(decision.decisionType))}</Tag>
        <span>
          Impact <span className="num">{decision.impactScore}/10</span>
        </span>
        {decision.outcome && <span>{decision.outcome}</span>}
        <span>{shortDate(decision.createdAt, timeZone)}</span>
      </div>
    </li>
  );
}

export const EntityList = ({ onOpen }: { onOpen: (id: string) => void }) => (
  <PagedRows
    list={useEntities()}
    fault="The entities could not be loaded"
    empty={
      <Empty title="No entities">
        Upload a document or press Sync Brain: the people, companies and products that are named appear here.
      </Empty>
    }
  >
    {(entity) => <EntityRow key={entity.id} entity={entity} onOpen={onOpen} />}
  </PagedRows>
);

const EntityRow = ({ entity, onOpen }: { entity: BrainEntity; onOpen: (id: string) => void }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 wrap-anywhere first:border-t-0">
    <button
      type="button"
      onClick={() => onOpen(entity.id)}
      className="text-left font-medium text-accent hover:underline"
    >
      {entity.name}
    </button>
    <span className="text-sm text-ink-3">{words(entity.type)}</span>
    {entity.tags.map((tag) => (
      <Tag key={tag}>{tag}</Tag>
    ))}
  </li>
);

type ShownProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly (readonly [Value, string])[];
};

function ShowSelect<Value extends string>({ value, onChange, options }: ShownProps<Value>) {
  return (
    <div className="mb-3 w-fit max-w-full">
      <Select
        aria-label="Show"
        className="h-9 md:h-control-sm"
        value={value}
        onText={(typed) => onChange(typed as Value)}
      >
        <Options of={options} />
      </Select>
    </div>
  );
}

const emptyState = (title: string, text: ReactNode) => <Empty title={title}>{text}</Empty>;

export function FactsTab() {
  const [view, setView] = useState<"current" | "conflicts" | "all">("current");
  return (
    <>
      <ShowSelect
        value={view}
        onChange={setView}
        options={[
          ["current", "Current facts"],
          ["conflicts", "In conflict"],
          ["all", "With superseded facts"],
        ]}
      />
      <PagedRows
        list={useFacts(view)}
        fault="The facts could not be loaded"
        empty={
          view === "conflicts"
            ? emptyState("No conflicts", "Two values for the same thing and time appear here until one is marked.")
            : emptyState("No facts", "Upload a document: prices and the cells of its tables become facts.")
        }
      >
        {(fact) => <FactLine key={fact.id} fact={fact} />}
      </PagedRows>
    </>
  );
}

export function ItemsTab() {
  const [marked, setMarked] = useState<Mark | "">("");
  const list = usePassages(marked || undefined);
  return (
    <>
      <ShowSelect
        value={marked}
        onChange={setMarked}
        options={[
          ["", "All items"],
          ["wrong", "Marked wrong"],
          ["out_of_date", "Marked out of date"],
        ]}
      />
      <PagedRows
        list={list}
        fault="The items could not be loaded"
        empty={
          marked
            ? emptyState("No marked items", "Items you mark are not used for answers. You find them here.")
            : emptyState("No items", "Documents, notes, messages, decisions and completed tasks appear here.")
        }
      >
        {(passage) => (
          <li key={passage.id} className={rowClass}>
            <p className="line-clamp-3 whitespace-pre-line">{passage.content}</p>
            <div className={metaClass}>
              <Origin passage={passage} />
              <Marking
                kind="passage"
                id={passage.id}
                mark={passage.mark}
                isDoubtful={passage.isDoubtful}
                name={passage.content.slice(0, 60)}
              />
            </div>
          </li>
        )}
      </PagedRows>
    </>
  );
}
