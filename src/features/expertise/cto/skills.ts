import { addDays } from "#contract/days.ts";
import * as incidents from "#features/records/incidents/store.ts";
import * as services from "#features/records/services/store.ts";
import { concludeEndings, endingAsks } from "#features/expertise/cto/endings.ts";
import { beganIn, concludeIncidents, incidentAsks, solvedDays } from "#features/expertise/cto/incidents.ts";
import { concludeServices, serviceAsks } from "#features/expertise/cto/services.ts";
import { type Topic, topicOf } from "#features/expertise/topics/topic.ts";

const topic = topicOf("CTO");

export const ctoTopics: readonly Topic[] = [
  topic("cto.incidents", "Incidents", "team_leadership", {
    asks: incidentAsks,
    async gather(tx, { today }, about) {
      const id = about.customer?.id ?? null;
      const open = await incidents.open(tx, today, id);
      const overdue = await incidents.overdue(tx, today, id);
      const days = beganIn(today, about);
      const began = await incidents.began(tx, days.from, days.to, id);
      const since = addDays(today, 1 - solvedDays);
      const now = await incidents.solved(tx, since, today);
      const before = await incidents.solved(tx, addDays(since, -solvedDays), addDays(since, -1));
      const any = open.length + now.solved + before.solved > 0 || (await incidents.any(tx));
      return { facts: { open, overdue, now, before, began, any }, origins: open.flatMap((row) => row.origins) };
    },
    conclude: concludeIncidents,
  }),
  topic("cto.endings", "Expiring certificates, domains, tokens and licences", "security_oversight", {
    asks: endingAsks,
    async gather(tx, { today }) {
      const endings = await services.endings(tx, today);
      const next = endings.length > 0 ? await services.nextEndings(tx, today) : [];
      return { facts: { endings, next }, origins: endings.flatMap((row) => row.origins) };
    },
    conclude: concludeEndings,
  }),
  topic("cto.services", "Services and licences", "technical_strategy", {
    asks: serviceAsks,
    raises: false,
    async gather(tx, { currency }) {
      const costs = await services.costs(tx, currency);
      const costliest = costs.length > 0 ? await services.costliest(tx, currency) : [];
      return { facts: { costs, costliest }, origins: costs.flatMap((row) => row.origins) };
    },
    conclude: concludeServices,
  }),
];
