import { useState } from "react";
import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { aloneLimit, type EffectiveLimit, limitUnit, perDecisionLimit } from "#features/authority/limits/rules.ts";
import { type Limits, limitsFor } from "#features/authority/versions/rules.ts";
import { money } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { formatFigure, limitKey, typeName } from "./limit-words.ts";

export type TypeOption = { id: string; roles: readonly AgentRoleId[] };
export type LimitPlace = { role: AgentRoleId; decisionType: string | null };

type Props = {
  version: number;
  /** With the draft's changes. */
  limits: readonly Limits[];
  agents: readonly EffectiveLimit[];
  types: readonly TypeOption[];
  changed: ReadonlySet<string>;
  onEdit: ((place: LimitPlace) => void) | null;
};

/** Every limit: what an agent may decide, what it may do alone, and what it used this year. */
export function LimitsTable({ version, limits, agents, types, changed, onEdit }: Props) {
  const [role, setRole] = useState<AgentRoleId | "">("");
  const shown = agentRoleIds.filter((id) => (role ? id === role : agents.some((agent) => agent.role === id)));
  const rows = shown.flatMap((id): LimitPlace[] => {
    const own = limits.filter((row) => row.role === id && row.decisionType !== null).map((row) => row.decisionType);
    const known = types.filter(({ roles }) => roles.includes(id)).map((type) => type.id);
    return [null, ...new Set([...known, ...own])].map((decisionType) => ({ role: id, decisionType }));
  });
  return (
    <Section
      title="All limits"
      note={changed.size > 0 ? `with version ${version}` : `version ${version}`}
      actions={
        <Select
          aria-label="Agent"
          value={role}
          className="h-9 md:h-control-sm"
          onText={(typed) => setRole(typed as AgentRoleId | "")}
        >
          <option value="">All agents</option>
          <Options of={agents.map((agent) => [agent.role, `${agent.agentName} (${agent.role})`])} />
        </Select>
      }
    >
      {rows.length === 0 ? (
        <p className="py-3 text-sm text-ink-2">No agents yet. Limits apply to agents you add.</p>
      ) : (
        <table className="w-full text-sm">
          <thead className="text-left text-ink-3">
            <tr className="border-b border-line *:py-2 *:font-normal">
              <th scope="col">Agent and type</th>
              <th scope="col" className="hidden text-right sm:table-cell">
                Per decision
              </th>
              <th scope="col" className="text-right">
                Runs alone up to
              </th>
              <th scope="col" className="hidden pl-6 md:table-cell">
                Used this year
              </th>
              <th scope="col">
                <span className="sr-only">Edit</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((place) => (
              <Row
                key={limitKey(place)}
                place={place}
                limits={limits}
                agent={agents.find((agent) => agent.role === place.role)}
                isChanged={changed.has(limitKey(place))}
                onEdit={onEdit}
              />
            ))}
          </tbody>
        </table>
      )}
      <p className="max-w-[60ch] pt-3 text-xs text-ink-3">
        A limit is the most an agent may do. Its autonomy, authority, earned level, risk tolerance, escalation and
        oversight can only lower it.
      </p>
    </Section>
  );
}

type RowProps = {
  place: LimitPlace;
  limits: readonly Limits[];
  agent: EffectiveLimit | undefined;
  isChanged: boolean;
  onEdit: Props["onEdit"];
};

function Row({ place, limits, agent, isChanged, onEdit }: RowProps) {
  const { currency } = useCompany();
  const { role, decisionType } = place;
  const figures = limitsFor(limits, role, decisionType);
  if (!figures || !agent) return null;
  const isOwn = figures.decisionType === decisionType;
  const tone = isOwn ? "text-ink" : "text-ink-3";
  return (
    <tr className="border-b border-line *:py-2.5">
      <th scope="row" className="text-left font-normal whitespace-normal">
        <span className={`flex min-w-0 items-center gap-2 ${decisionType === null ? "" : "pl-[30px]"}`}>
          {decisionType === null && <AgentBadge role={role} />}
          <span className="min-w-0">
            <span className="font-medium">{decisionType === null ? agent.agentName : typeName(decisionType)}</span>{" "}
            <span className="text-ink-3">
              {decisionType === null ? `${role}, all types` : isOwn ? "own limits" : ""}
            </span>
          </span>
        </span>
      </th>
      <td className={`num hidden text-right sm:table-cell ${tone}`}>
        <PerDecision figures={figures} agent={agent} decisionType={decisionType} />
      </td>
      <td className={`num text-right ${tone}`}>
        {isChanged && (
          <span
            className="mr-1.5 inline-block size-1.5 rounded-full bg-accent-fill align-middle"
            title="Changed in the draft"
          />
        )}
        <Alone figures={figures} agent={agent} decisionType={decisionType} />
      </td>
      <td className="hidden w-[180px] pl-6 text-xs text-ink-3 md:table-cell">
        {decisionType === null && <Used agent={agent} format={(value) => money(value, currency)} />}
      </td>
      <td className="w-[1%] pl-3 text-right">
        {onEdit && (
          <Button
            small
            look="quiet"
            aria-label={`Edit ${agent.agentName}, ${typeName(decisionType)}`}
            onClick={() => onEdit(place)}
          >
            Edit
          </Button>
        )}
      </td>
    </tr>
  );
}

type CellProps = { figures: Limits; agent: EffectiveLimit; decisionType: string | null };

function PerDecision({ figures, agent, decisionType }: CellProps) {
  const { currency } = useCompany();
  const discount = `${formatFigure("discountPercent", figures.discountPercent, currency)} off`;
  if (limitUnit(decisionType) === "percent") return discount;
  const amount = money(perDecisionLimit(figures, agent.yearBudget), currency);
  return figures.discountPercent !== null && decisionType === null ? `${amount}, ${discount}` : amount;
}

/** The effective limit and why it is that. */
function Alone({ figures, agent, decisionType }: CellProps) {
  const { currency } = useCompany();
  const unit = limitUnit(decisionType);
  const isPercent = unit === "percent";
  const { amount, source } = aloneLimit(
    { ...agent, budget: agent.yearBudget },
    { ...figures, version: agent.policyVersion },
    unit,
    currency,
  );
  const text = isPercent ? `${formatFigure("aloneDiscountPercent", amount, currency)} off` : money(amount, currency);
  return (
    <AskMe
      title={`What ${agent.agentName} may do alone`}
      rows={[
        [
          "Limit",
          formatFigure(
            isPercent ? "aloneDiscountPercent" : "alone",
            isPercent ? figures.aloneDiscountPercent : figures.alone,
            currency,
          ),
        ],
        ["Authority", agent.decisionAuthority],
        ["Applies", amount === 0 ? "asks you" : text],
        ["Because", source],
      ]}
    >
      {amount === 0 ? "asks you" : text}
    </AskMe>
  );
}

function Used({ agent, format }: { agent: EffectiveLimit; format: (value: number) => string }) {
  const used = agent.committed + agent.reserved;
  const share = agent.yearBudget > 0 ? Math.min(100, (used / agent.yearBudget) * 100) : 0;
  return (
    <>
      <span aria-hidden className="mb-1 block h-[3px] rounded-full bg-pressed">
        <span className="block h-full rounded-full bg-ink-2" style={{ width: `${share}%` }} />
      </span>
      <span className="num">
        {format(used)} of {format(agent.yearBudget)}
      </span>
    </>
  );
}
