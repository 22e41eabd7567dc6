import { ask } from "#features/expertise/topics/ask.ts";
import { lastDays } from "#contract/spans.ts";
import type { Origin } from "#contract/origins.ts";
import { recordDays } from "#features/records/pipeline/odds.ts";
import * as pipeline from "#features/records/pipeline/store.ts";
import * as records from "#features/records/store.ts";
import { concludeFollowUp } from "#features/expertise/sales/follow-up.ts";
import { concludeForecast } from "#features/expertise/sales/forecast.ts";
import { concludeLeads, freshDays } from "#features/expertise/sales/leads.ts";
import { maxEnumeratedDeals, patience } from "#features/expertise/sales/odds.ts";
import { closedDays, concludePipeline } from "#features/expertise/sales/pipeline.ts";
import { type Topic, topicOf } from "#features/expertise/topics/topic.ts";

const topic = topicOf("Sales");

const originsOf = (...rows: readonly (readonly { origins: Origin[] }[])[]): Origin[] =>
  rows.flat().flatMap(({ origins }) => origins);

export const salesTopics: readonly Topic[] = [
  topic("sales.forecast", "Sales forecast", "pipeline_management", {
    asks: [
      ask("forecast", "customer", "period")`What will our deals bring this quarter? What will we sell this quarter?
        What is the sales forecast? How many of our open deals will close? How much will we close this quarter? What
        are we going to win this month? How much is likely to close? Which deals close next month? Which deals will
        close this month? Which deals are closing next week? What do the open deals bring realistically? What can we
        expect from the pipeline next month? What is the pipeline worth when weighted? How much new business are we
        likely to win this quarter?`,
    ],
    async gather(tx, { today, currency }, { customer }) {
      const id = customer?.id ?? null;
      const groups = await pipeline.openByMonth(tx, today, currency, id);
      const closed = await pipeline.closedIn(tx, recordDays(today), currency, null);
      const biggest = await pipeline.biggest(tx, currency, id, maxEnumeratedDeals);
      const anyDeals = groups.length > 0 || closed.length > 0 || (await records.any(tx, "deals"));
      return { facts: { groups, closed, biggest, anyDeals }, origins: originsOf(groups, closed) };
    },
    conclude: concludeForecast,
  }),
  topic("sales.follow-up", "Deals that wait for us", "proposal_generation", {
    asks: [
      ask("stale", "customer")`Which deals are stale? Which opportunities have gone quiet? Where in the pipeline has
        nothing happened for weeks? Which deals have we neglected? Have any quotes been forgotten? Which prospects
        have we not heard from? Are any deals stuck?`,
      ask("next", "customer")`What is the next action for each deal? Whom should sales call first? Which deals should
        we follow up? What should the sales team do next? Which opportunities need a push? Which quotes should I
        chase? What is the next step with Acme? Which deals need attention? Which open offers are worth working on
        next?`,
    ],
    async gather(tx, { today, currency }, { customer }) {
      const id = customer?.id ?? null;
      const waiting = await pipeline.waiting(tx, today, currency, id, patience);
      const deals = await pipeline.biggest(tx, currency, id, 10, { today, patience });
      const anyDeals = waiting.length > 0 || (await records.any(tx, "deals"));
      return { facts: { waiting, deals, anyDeals }, origins: originsOf(waiting) };
    },
    conclude: concludeFollowUp,
  }),
  topic("sales.pipeline", "Pipeline", "pipeline_management", {
    asks: [
      ask("stages", "customer")`How does the pipeline look? How much is in the pipeline? How many open deals do we
        have? What is the value of all open deals? Show me the deals by stage. How is sales going? How full is our
        funnel? What are we working on in sales? What is sales working on? How many deals are in negotiation? How many
        deals are at each stage?`,
      ask("biggest", "customer")`What are our biggest deals? Which open deal is worth the most? What are the top
        opportunities? Which quotes are the largest? What is the biggest deal in the pipeline? Which deals matter most
        to us?`,
      ask("win_rate", "customer", "period")`What is our win rate? How many deals did we win last quarter? How many
        deals have we lost? Which deals did we close this month? Which deals closed this month? Which deals were
        closed last week? What share of our offers turns into orders? How often do we win a deal? Did we win more
        deals than we lost? How many deals did we land this year? How good are we at closing? Which deals did we win
        last month? Which deals have we lost this year?`,
      ask("size", "period")`What is our average deal size? How big is a deal on average? How much is a typical deal of
        ours worth? What is the average value of a deal? What is the mean deal value this year?`,
      ask("pace", "customer", "period")`How long does it take us to close a deal? How long is our sales cycle? How
        many days until a deal is won? How fast do we close deals? How long do deals take? How long does a sale take
        from first contact to signature?`,
      ask("sellers", "period")`Who won the most deals this quarter? Who sold the most this quarter? Who is our best
        seller? Which of our people closed the most deals? Who brought in the most deals last month? Which salesperson
        sells most?`,
      ask("deals", "customer")`Which deals do we have with Acme? What are we selling to Acme? Are there any open
        opportunities with Acme? Is there an offer out to Acme? Where do the negotiations with Acme stand? What could
        we still sell to Acme? Do we have anything open with Acme in the pipeline? What stage is the deal with Acme
        at? Did we win the deal with Acme?`,
    ],
    async gather(tx, { today, currency }, about) {
      const id = about.customer?.id ?? null;
      const days = closedDays(today, about);
      const groups = await pipeline.openByMonth(tx, today, currency, id);
      const closed = await pipeline.closedIn(tx, days, currency, id);
      const record = await pipeline.closedIn(tx, recordDays(today), currency, null);
      const won = await pipeline.won(tx, days, currency, id);
      const sellers = id ? [] : await pipeline.sellers(tx, days, currency);
      const biggest = await pipeline.biggest(tx, currency, id, 5);
      const anyDeals = groups.length > 0 || closed.length > 0 || (await records.any(tx, "deals"));
      return { facts: { groups, closed, record, won, sellers, biggest, anyDeals }, origins: originsOf(groups, closed) };
    },
    conclude: concludePipeline,
  }),
  topic("sales.leads", "New leads", "lead_qualification", {
    asks: [
      ask("leads")`Which of the leads are new? Which leads came in lately? What new leads do we have? Show me the
        latest enquiries. Are there any new leads this week? Who has enquired recently? Any fresh leads?`,
      ask("qualify")`Which lead should we qualify first? Which leads are the most promising? Which of the new leads is
        worth our time? What are the hottest leads? Which enquiry should we answer first? Which lead is the best?`,
    ],
    async gather(tx, { today, currency }) {
      const { from } = lastDays(freshDays, today);
      const { origins, ...fresh } = await pipeline.leadsSince(tx, from, currency);
      const biggest = await pipeline.biggest(tx, currency, null, 5, { leadsSince: from });
      const averageAmount = await pipeline.usualAmount(tx, currency);
      const anyDeals = averageAmount !== null || (await records.any(tx, "deals"));
      return { facts: { fresh, biggest, averageAmount, anyDeals }, origins };
    },
    conclude: concludeLeads,
  }),
];
