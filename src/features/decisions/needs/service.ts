import { formatMoney } from "#contract/format.ts";
import type { Happening, NeedAct } from "#contract/needs.ts";
import { currency } from "#contract/words.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import { settleDecision, undoDecision } from "#features/decisions/contract.ts";
import * as due from "#features/decisions/due/store.ts";
import { coveredRows, pendingFor, settledFor } from "#features/decisions/needs/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { type NeedLine, type NeedSource, opens } from "#platform/needs.ts";

const at = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "");

const approver = "approver";

async function proposals(tx: Tx): Promise<NeedLine[]> {
  const own = currency.parse(tx.currency);
  return (await pendingFor(tx)).map(
    ({ id, number, title, agentName, agentRole, expiresAt, exposure, reason, impact }) => {
      const percent = exposure.kind === "discount" && exposure.amount > 0 ? ` ${exposure.amount}%` : "";
      const spent =
        exposure.kind === "none" || exposure.kind === "discount" || exposure.kind === "headcount" ? 0 : exposure.amount;
      const amount = spent || Math.abs(impact ?? 0) || null;
      const href = `/decisions/${id}`;
      const approve: NeedAct = {
        label: spent > 0 ? `Approve ${formatMoney(spent, own)}` : `Approve${percent}`,
        call: { method: "POST", path: at(settleDecision.path, { id }), body: { approved: true } },
        href: null,
        access: approver,
        done: `Approved: ${title}`,
        undo: { method: "POST", path: at(undoDecision.path, { id }) },
      };
      return {
        key: `decision:${id}`,
        because: "Proposals that wait for an approver, by the day they expire.",
        role: agentRole,
        agentName,
        title,
        why: reason ?? `D-${number}`,
        amount,
        currency: amount === null ? null : own,
        on: dayIn(expiresAt, tx.timeZone),
        past: "late",
        href,
        acts: [
          approve,
          {
            ...approve,
            label: "Reject",
            call: { method: "POST", path: at(settleDecision.path, { id }), body: { approved: false } },
            done: `Rejected: ${title}`,
          },
          opens("Open proposal", href),
        ],
      };
    },
  );
}

async function forecasts(tx: Tx, today: string): Promise<NeedLine[]> {
  return (await due.forecastsDue(tx, today))
    .slice(0, 20)
    .map(({ decisionId, position, claim, dueOn, number, agentRole }) => {
      const href = `/decisions/${decisionId}`;
      const params = { id: decisionId, position: String(position) };
      const resolve = (label: string, held: boolean): NeedAct => ({
        label,
        call: { method: "POST", path: at(resolveForecast.path, params), body: { held } },
        href: null,
        access: approver,
        done: `Forecast of D-${number}: ${held ? "came true" : "did not come true"}`,
        undo: null,
      });
      return {
        key: `forecast:${decisionId}:${position}`,
        because: "Forecasts whose day has come and which your data cannot answer.",
        role: agentRole,
        agentName: null,
        title: `Forecast of D-${number} is due`,
        why: claim,
        amount: null,
        currency: null,
        on: dueOn,
        past: "late",
        href,
        acts: [opens("Record outcome", href), resolve("It came true", true), resolve("It did not come true", false)],
      };
    });
}

async function happened(tx: Tx, since: Date): Promise<Happening[]> {
  const own = currency.parse(tx.currency);
  return (await settledFor(tx, since)).map(
    ({ id, number, title, agentName, agentRole, status, by, settledAt, impact }) => {
      const amount = impact === null || impact === 0 ? null : Math.abs(impact);
      return {
        key: `decision:${id}`,
        group: "Decided",
        role: agentRole,
        agentName,
        title,
        why: `D-${number} ${status} by ${by}`,
        amount,
        currency: amount === null ? null : own,
        on: dayIn(settledAt, tx.timeZone),
        href: `/decisions/${id}`,
      };
    },
  );
}

export const needs: NeedSource = {
  access: "viewer",
  lines: async (tx, today) => (await Promise.all([proposals(tx), forecasts(tx, today)])).flat(),
  covered: coveredRows,
  happened,
};
