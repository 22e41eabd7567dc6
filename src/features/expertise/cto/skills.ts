import { addDays } from "#contract/days.ts";
import * as incidents from "#features/records/incidents/store.ts";
import * as services from "#features/records/services/store.ts";
import { concludeEndings, endingAsks } from "#features/expertise/cto/endings.ts";
import { beganIn, concludeIncidents, incidentAsks, solvedDays } from "#features/expertise/cto/incidents.ts";
import { concludeServices, serviceAsks } from "#features/expertise/cto/services.ts";
import { type Topic, topic } from "#features/expertise/topics/topic.ts";

export const ctoTopics: readonly Topic[] = [
  topic({
    id: "cto.incidents",
    role: "CTO",
    capability: "team_leadership",
    title: "Incidents",
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
  topic({
    id: "cto.endings",
    role: "CTO",
    capability: "security_oversight",
    title: "Expiring certificates, domains, tokens and licences",
    asks: endingAsks,
    async gather(tx, { today }) {
      const endings = await services.endings(tx, today);
      const next = endings.length > 0 ? await services.nextEndings(tx, today) : [];
      return { facts: { endings, next }, origins: endings.flatMap((row) => row.origins) };
    },
    conclude: concludeEndings,
  }),
  topic({
    id: "cto.services",
    role: "CTO",
    capability: "technical_strategy",
    title: "Services and licences",
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
