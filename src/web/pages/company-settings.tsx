import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import type { ModelSettings } from "#features/models/contract.ts";
import { usedFor } from "#features/models/web/connection-form.tsx";
import { keptFor } from "#features/models/web/privacy-form.tsx";
import { useChangePrivacy, useDisconnectModel, useModelSettings, useTestModel } from "#features/models/web/queries.ts";
import { formatModelCost } from "#contract/format.ts";
import { today } from "#ui/clock.ts";
import { count, dayWithYear, percent, plural, sentenceCase, shortDate } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

const ConnectionForm = lazy(() => import("#features/models/web/connection-form.tsx"));
const BudgetForm = lazy(() => import("#features/models/web/budget-form.tsx"));
const PriceForm = lazy(() => import("#features/models/web/price-form.tsx"));
const PrivacyForm = lazy(() => import("#features/models/web/privacy-form.tsx"));

export default function CompanySettingsPage() {
  const { data, error } = useModelSettings();
  const [search, setSearch] = useSearchParams();
  const [chosen, setOpen] = useState<"connection" | "budget" | "price" | "privacy" | null>(null);
  const admin = useIsAdmin();
  const day = today(useCompany().timeZone);
  const isAsked = search.get("do") === "connect" && admin;
  const open = chosen ?? (isAsked ? "connection" : null);
  const close = (): void => {
    setOpen(null);
    if (isAsked) setSearch({}, { replace: true });
  };
  return (
    <Page title="Company Settings">
      <PageHead
        title="Company Settings"
        actions={
          admin &&
          data?.connection && (
            <Button onClick={() => setOpen("connection")}>
              {data.connection.setBy === "company" ? "Change provider" : "Add provider"}
            </Button>
          )
        }
      >
        AI models
      </PageHead>
      {error && !data && <Fault error={error} what="Couldn't load the settings" />}
      {!data && !error && <SkeletonRows rows={5} />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Provider settings={data} onConnect={admin ? () => setOpen("connection") : undefined} />
            {data.connection && <Purposes settings={data} />}
            <Agents usage={data.usage} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Budget budget={data.budget} onChange={admin ? () => setOpen("budget") : undefined} />
            {data.usage.days.length > 0 && <Days usage={data.usage} />}
            {data.prices.length > 0 && (
              <Prices
                settings={data}
                today={day}
                onChange={admin && data.connection?.setBy === "company" ? () => setOpen("price") : undefined}
              />
            )}
            {data.connection && <Privacy settings={data} onChange={admin ? () => setOpen("privacy") : undefined} />}
          </div>
        </div>
      )}
      <Suspense>
        {data && open === "connection" && <ConnectionForm settings={data} onClose={close} />}
        {data && open === "budget" && <BudgetForm budget={data.budget} onClose={close} />}
        {data && open === "price" && <PriceForm prices={data.prices} today={day} onClose={close} />}
        {data && open === "privacy" && <PrivacyForm settings={data} onClose={close} />}
      </Suspense>
    </Page>
  );
}

function Provider({ settings, onConnect }: { settings: ModelSettings; onConnect: (() => void) | undefined }) {
  const { timeZone } = useCompany();
  const test = useTestModel();
  const disconnect = useDisconnectModel();
  const { connection, providers, offered } = settings;
  const agree = useChangePrivacy();
  if (offered)
    return (
      <Empty
        title={`This server offers ${offered.label}`}
        actions={
          onConnect && (
            <>
              <Button
                look="primary"
                pending={agree.isPending}
                onClick={() => agree.mutate({ keepDays: settings.keepDays, agreesToOperator: true })}
              >
                Agree and use {offered.label}
              </Button>
              <Button onClick={onConnect}>Add your own</Button>
            </>
          )
        }
      >
        Agents work by rules until an admin agrees that questions and the records needed to answer them are sent to{" "}
        {offered.label}. The agreement is recorded with your name.
      </Empty>
    );
  if (!connection)
    return (
      <Empty
        title="No language model connected"
        actions={
          onConnect && (
            <Button look="primary" onClick={onConnect}>
              Add provider
            </Button>
          )
        }
      >
        Agents work by rules, which needs no key and costs nothing. With a model they also understand questions that no
        rule knows; figures, limits and effects stay outside the model.
      </Empty>
    );
  const { provider, baseUrl, keyEnd, consent, paused, setBy } = connection;
  const known = providers.find(({ id }) => id === provider);
  return (
    <Section title="Provider">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-medium">{known?.label}</p>
          <p className="text-sm wrap-anywhere text-ink-3">{baseUrl ?? known?.baseUrl}</p>
        </div>
        <p className="num text-sm text-ink-2">
          {keyEnd ? `Key ···· ${keyEnd}` : setBy === "operator" ? "The operator's key" : "No key"}
        </p>
        <p className="text-sm text-ink-2">
          {consent ? `${consent.by}, ${shortDate(consent.at, timeZone)}` : "Set by the operator"}
        </p>
        <p className="flex items-center gap-2 text-sm">
          <span
            aria-hidden
            className={`size-2 flex-none rounded-full ${paused ? "bg-dot-warning" : "bg-dot-success"}`}
          />
          {paused ?? "Ready"}
        </p>
        {onConnect && (
          <span className="flex gap-2">
            <Button small pending={test.isPending} onClick={() => test.mutate()}>
              Test
            </Button>
            {setBy === "company" && (
              <Button small pending={disconnect.isPending} onClick={() => disconnect.mutate()}>
                Disconnect
              </Button>
            )}
          </span>
        )}
      </div>
      {test.data && (
        <p role="status" className="num rounded-control bg-sunken px-3 py-2 text-sm">
          {test.data.ok ? (
            <>
              <strong className="font-medium">{test.data.engine}</strong> answered in{" "}
              {(test.data.milliseconds / 1_000).toFixed(2)} s for{" "}
              {test.data.cost.usd === null ? "an unknown price" : formatModelCost(test.data.cost.usd)}.
            </>
          ) : (
            test.data.sentence
          )}
        </p>
      )}
    </Section>
  );
}

const cell = "border-t border-line py-2 pr-4 align-top";
const heading = "py-1.5 pr-4 text-left text-sm font-normal text-ink-3";
const right = "text-right num";
/** Columns hidden on a phone. */
const wide = "max-md:hidden";

function Purposes({ settings: { connection, usage } }: { settings: ModelSettings }) {
  if (!connection) return null;
  return (
    <Section title="Model per purpose">
      <table className="w-full">
        <thead>
          <tr>
            <th className={heading}>Purpose</th>
            <th className={heading}>Model</th>
            <th className={`${heading} ${wide} text-right`}>Median</th>
            <th className={`${heading} pr-0 text-right`}>Cost per call</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(usedFor) as (keyof typeof usedFor)[]).map((purpose) => {
            const used = usage.purposes.find((one) => one.purpose === purpose);
            return (
              <tr key={purpose}>
                <td className={cell}>
                  <p className="font-medium">{sentenceCase(purpose)}</p>
                  <p className="text-sm text-ink-3">{usedFor[purpose]}</p>
                </td>
                <td className={`${cell} wrap-anywhere`}>
                  {connection.models[purpose]}
                  {connection.fallbacks[purpose] && (
                    <p className="text-sm text-ink-3">then {connection.fallbacks[purpose]}</p>
                  )}
                </td>
                <td className={`${cell} ${wide} ${right}`}>
                  {used?.milliseconds == null ? "—" : `${(used.milliseconds / 1_000).toFixed(1)} s`}
                </td>
                <td className={`${cell} ${right} pr-0`}>{used ? formatModelCost(used.usd / used.calls) : "—"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

function Agents({ usage: { agents } }: Pick<ModelSettings, "usage">) {
  if (agents.length === 0) return null;
  return (
    <Section title="Cost per agent" note="this month">
      <table className="w-full">
        <thead>
          <tr>
            <th className={heading}>Agent</th>
            <th className={`${heading} ${wide} text-right`}>Calls</th>
            <th className={`${heading} text-right`}>Cost</th>
            <th className={`${heading} ${wide} text-right`}>Budget</th>
            <th className={`${heading} w-24 pr-0 md:w-40`}>Used</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ agentId, name, role, calls, usd, counted, limit }) => (
            <tr key={agentId}>
              <td className={cell}>
                <span className="flex items-center gap-2">
                  <AgentBadge role={role} />
                  <span className="min-w-0 wrap-anywhere">
                    <strong className="font-medium">{name}</strong> <span className="text-ink-3">{role}</span>
                  </span>
                </span>
              </td>
              <td className={`${cell} ${wide} ${right}`}>{count(calls)}</td>
              <td className={`${cell} ${right} font-medium`}>{formatModelCost(usd)}</td>
              <td className={`${cell} ${wide} ${right}`}>{formatModelCost(limit)}</td>
              <td className={`${cell} pr-0`}>
                <Used counted={counted} limit={limit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** The used part of a limit; amber from 80%. */
function Used({ counted, limit }: { counted: number; limit: number }) {
  const share = limit > 0 ? Math.min(1, counted / limit) : counted > 0 ? 1 : 0;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-1.5 min-w-10 flex-1 rounded-[2px] bg-pressed">
        <span
          className={`block h-full rounded-[2px] ${share >= 0.8 ? "bg-dot-warning" : "bg-ink-3"}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="num w-10 text-right text-sm">{percent(Math.floor(share * 100))}</span>
    </span>
  );
}

function Budget({ budget, onChange }: Pick<ModelSettings, "budget"> & { onChange: (() => void) | undefined }) {
  const { company, agent, counted, reserved } = budget;
  return (
    <Section
      title="Company budget"
      actions={
        onChange && (
          <Button small look="quiet" onClick={onChange}>
            {counted >= company ? "Raise limit" : "Change"}
          </Button>
        )
      }
    >
      <div className="grid gap-2 border-t border-line pt-3">
        <p>
          <strong className="num text-xl font-semibold">{formatModelCost(counted)}</strong>{" "}
          <span className="text-ink-2">of {formatModelCost(company)} this month</span>
        </p>
        <Used counted={counted} limit={company} />
        {reserved > 0 && (
          <p className="text-sm text-ink-3">{formatModelCost(reserved)} is reserved for calls under way.</p>
        )}
        <p className="text-sm text-ink-3">
          Each agent has {formatModelCost(agent)}. At a limit, model calls stop and agents work by rules. You are
          notified.
        </p>
      </div>
    </Section>
  );
}

/** Cost per day of the month. */
function Days({ usage: { days, month } }: Pick<ModelSettings, "usage">) {
  const most = Math.max(...days.map(({ usd }) => usd), 0.000001);
  const all = Array.from({ length: 31 }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`).filter(
    (day) => !Number.isNaN(Date.parse(day)) && day.slice(0, 7) === new Date(day).toISOString().slice(0, 7),
  );
  const total = days.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <Section title="Cost per day" note={plural(total, "call")}>
      <div
        role="img"
        aria-label={days.map(({ day, usd }) => `${day}: ${formatModelCost(usd)}`).join(", ")}
        className="flex h-28 items-end gap-px border-b border-line-control"
      >
        {all.map((day) => {
          const usd = days.find((one) => one.day === day)?.usd ?? 0;
          return (
            <span
              key={day}
              title={`${day}: ${formatModelCost(usd)}`}
              className="min-w-0 flex-1 bg-ink-3"
              style={{ height: `${Math.max(usd > 0 ? 3 : 0, (usd / most) * 100)}%` }}
            />
          );
        })}
      </div>
      <p className="num flex justify-between pt-1 text-xs text-ink-3" aria-hidden>
        <span>1</span>
        <span>highest {formatModelCost(most)}</span>
        <span>{all.length}</span>
      </p>
    </Section>
  );
}

/** How long prompts and replies are kept. */
function Privacy({ settings, onChange }: { settings: ModelSettings; onChange: (() => void) | undefined }) {
  return (
    <Section
      title="Prompts and replies"
      actions={
        onChange && (
          <Button small look="quiet" onClick={onChange}>
            Change period
          </Button>
        )
      }
    >
      <p className="border-t border-line pt-3">Kept: {keptFor(settings.keepDays).toLowerCase()}</p>
    </Section>
  );
}

type PricesProps = { settings: ModelSettings; today: string; onChange: (() => void) | undefined };

function Prices({ settings, today, onChange }: PricesProps) {
  const { prices, laterPrices } = settings;
  const amount = (usd: number | null): string => (usd === null ? "—" : formatModelCost(usd));
  return (
    <Section
      title="Prices"
      note="per million tokens"
      actions={
        onChange && (
          <Button small look="quiet" onClick={onChange}>
            Set price
          </Button>
        )
      }
    >
      <table className="w-full">
        <thead>
          <tr>
            <th className={heading}>Model</th>
            <th className={`${heading} text-right`}>In</th>
            <th className={`${heading} pr-0 text-right`}>Out</th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ model, input, output, own }) => (
            <tr key={model}>
              <td className={`${cell} wrap-anywhere`}>
                {model}
                {own && (
                  <p className="text-sm text-ink-3">
                    Set by {own.by}, from {dayWithYear(own.validFrom, today.slice(0, 4))}
                  </p>
                )}
              </td>
              <td className={`${cell} ${right}`}>{amount(input)}</td>
              <td className={`${cell} ${right} pr-0`}>{amount(output)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {laterPrices.map(({ model, validFrom, input, output }) => (
        <p key={`${model} ${validFrom}`} className="pt-2 text-sm text-ink-3">
          {model} from {dayWithYear(validFrom, today.slice(0, 4))}: {formatModelCost(input)} in,{" "}
          {formatModelCost(output)} out.
        </p>
      ))}
      {prices.some(({ input }) => input === null) && (
        <p className="pt-2 text-sm text-ink-3">
          A model without a price counts at the provider's highest, and its cost is shown as unknown.
        </p>
      )}
    </Section>
  );
}
