import { ask } from "#features/expertise/topics/ask.ts";
import { lastDays } from "#contract/spans.ts";
import { addDays } from "#contract/days.ts";
import { aheadDays } from "#features/records/agreements/notice.ts";
import * as calendar from "#features/records/calendar/store.ts";
import { momentOf } from "#platform/clock.ts";
import * as agreements from "#features/records/agreements/store.ts";
import * as records from "#features/records/store.ts";
import * as vendorSpend from "#features/records/vendor-spend/store.ts";
import * as workload from "#features/records/workload/store.ts";
import * as taskLoad from "#features/tasks/load/store.ts";
import { concludeBottleneck } from "#features/expertise/operations/bottleneck.ts";
import { concludeBudgets } from "#features/expertise/operations/budgets.ts";
import { concludeCalendar, datesAhead, loadDays } from "#features/expertise/operations/calendar.ts";
import { concludeOverruns, timedDays } from "#features/expertise/operations/overruns.ts";
import { concludeThroughput, cycleDays, weeks } from "#features/expertise/operations/throughput.ts";
import { concludeVendors } from "#features/expertise/operations/vendors.ts";
import { type Topic, topicOf } from "#features/expertise/topics/topic.ts";

const topic = topicOf("Operations");

export const operationsTopics: readonly Topic[] = [
  topic("operations.overruns", "Overruns and late work", "quality_control", {
    asks: [
      ask("overruns")`What took longer than planned? Which tasks went over the estimate? Where did we exceed the
        planned hours? Which jobs needed more hours than planned? Where did we underestimate the work? Which tickets
        overran? Are we over on hours anywhere? How far over the estimate are we? What has taken more time than we
        thought? Do our estimates hold?`,
      ask("late")`Which tasks and tickets are overdue? What work is late? What should already be finished? What should
        be done by now? Which work has slipped? Which tasks are behind schedule? What have we not finished on time?
        What is past its deadline? Which tickets should have been done by now? How many tasks are late? Did we miss
        any deadlines? What are we behind with? Is anything delayed? Which jobs are running late?`,
    ],
    async gather(tx, { today }) {
      const { from } = lastDays(timedDays, today);
      const tickets = await workload.totals(tx, today, from);
      const tasks = await taskLoad.totals(tx);
      const overTickets = await workload.overruns(tx, from);
      const overTasks = await taskLoad.overruns(tx);
      const lateTickets = await workload.late(tx, today);
      const lateTasks = await taskLoad.late(tx);
      const some = tickets.open + tickets.timed + tasks.open + tasks.timed + tasks.untimed > 0;
      const anyWork = some || (await records.any(tx, "tickets"));
      return {
        facts: { tickets, tasks, overTickets, overTasks, lateTickets, lateTasks, anyWork },
        origins: tickets.origins,
      };
    },
    conclude: concludeOverruns,
  }),
  topic("operations.bottleneck", "Who has most to do", "resource_allocation", {
    asks: [
      ask("bottleneck")`Who is the bottleneck? Who has too much to do? Who is overloaded? Who has the most open work?
        How is the work spread? Is anybody drowning in work? Who could take on more work? Who is the busiest? Is the
        workload fair? Who is holding things up? Where does work pile up? Who has the most tasks? How busy is the
        team? Who on the team is stretched too thin? Who is working on what?`,
      ask("open")`How many tickets and tasks are open? How many tasks are open right now? How much open work is there?
        How many open tickets do we have? How big is our backlog? How many things are still to be done? How many tasks
        are not done yet?`,
    ],
    async gather(tx, { today }) {
      const owners = await workload.byOwner(tx, today);
      const executives = await taskLoad.byAssignee(tx);
      const tickets = await workload.totals(tx, today, today);
      const tasks = await taskLoad.totals(tx);
      const anyWork = tickets.open + tasks.open > 0 || (await records.any(tx, "tickets"));
      return {
        facts: {
          owners,
          executives,
          openTickets: tickets.open,
          openTasks: tasks.open,
          unassignedTasks: tasks.unassigned,
          anyWork,
        },
        origins: owners.flatMap(({ origins }) => origins),
      };
    },
    conclude: concludeBottleneck,
  }),
  topic("operations.vendors", "Vendor notice dates", "process_optimization", {
    asks: [
      ask("vendors", "vendor")`Which vendor contracts need a decision soon? When do our supplier contracts run out?
        Which suppliers renew soon? By when do we have to cancel our vendors? Which vendor contracts are up for
        renewal? What is the last day to cancel with Hostly? When can we get out of our supplier contracts? Which
        vendors do we have to decide on? When does our contract with the vendor Hostly renew? Which supplier
        agreements end this year?`,
    ],
    async gather(tx, { today, currency }, about) {
      const party = { customerId: null, vendorId: about.vendor?.id ?? null };
      const ending = await agreements.ending(tx, today, aheadDays, currency, { ...party, vendors: true });
      const anyContracts = ending.length > 0 || (await records.any(tx, "contracts"));
      return { facts: { ending, anyContracts }, origins: ending.map(({ origin }) => origin) };
    },
    conclude: concludeVendors,
  }),
  topic("operations.budgets", "Vendors against their budgets", "process_optimization", {
    asks: [
      ask("budgets", "vendor")`Which vendors are over budget? Do any suppliers cost more than planned? Is any vendor
        too expensive? Which suppliers are exceeding their budget? Are we within budget with our vendors? Are we
        spending more on suppliers than we planned? Is Hostly over budget? Are we overspending on any supplier? How
        much of the vendor budget is used up? Where are we over budget?`,
    ],
    async gather(tx, { today, currency }, about) {
      const spending = await vendorSpend.overBudget(tx, today, currency, about.vendor?.id ?? null);
      const { vendors, budgeted } = await vendorSpend.budgets(tx);
      const anyInvoices = spending.length > 0 || (await records.any(tx, "invoices"));
      return { facts: { spending, vendors, budgeted, anyInvoices }, origins: spending.map(({ origin }) => origin) };
    },
    conclude: concludeBudgets,
  }),
  topic("operations.throughput", "Throughput", "workflow_automation", {
    asks: [
      ask("throughput")`How much gets done each week? What is our throughput? How many tasks did we finish last week?
        How productive are we? Are we getting more done than before? How many tickets did we close this month? Did we
        complete more work than last month? How much work was completed? Is our output going up? How many jobs did we
        get through? Are we slowing down?`,
      ask("cycle")`How long does a ticket take? What is our cycle time? How long do tasks take from start to finish?
        How quickly do we answer requests? How long does it take to close a ticket? What is our average turnaround
        time? How long do customers wait for a ticket to be resolved? Are tickets handled faster than before?`,
    ],
    async gather(tx, { today }) {
      const tickets = await workload.doneByWeek(tx, today, weeks);
      const tasks = await taskLoad.doneByWeek(tx, today, weeks);
      const cycle = await workload.cycle(tx, addDays(today, 1 - cycleDays), today);
      const before = await workload.cycle(tx, addDays(today, 1 - 2 * cycleDays), addDays(today, -cycleDays));
      const anyWork = tickets.length + tasks.length + cycle.tickets > 0 || (await records.any(tx, "tickets"));
      return { facts: { tickets, tasks, cycle, before, anyWork }, origins: cycle.origins };
    },
    conclude: concludeThroughput,
  }),
  topic("operations.calendar", "Meetings and dates", "resource_allocation", {
    asks: [
      ask("meetings")`Which meetings are coming up? What is in the calendar today? What meetings do we have this week?
        When is our next meeting? What is on the calendar tomorrow? Do we have any appointments today? What does the
        calendar say? Which appointments are coming up? What is on the agenda this week?`,
      ask("load")`How much time do meetings take? How many hours do we spend in meetings? How many meetings did we
        have last week? Are there too many meetings? How full is the calendar? Is our meeting load going up? How long
        are our meetings?`,
      ask("dates")`Which dates are in the calendar? Which deadlines are in the calendar? What all-day events are
        coming up? Which holidays are in the calendar? What calendar dates should we keep in mind? Are there any
        deadlines in our calendar? What deadlines do we have on the calendar?`,
    ],
    raises: false,
    reads: ["events"],
    async gather(tx, { today, timeZone }) {
      const at = (days: number) => momentOf(addDays(today, days), "00:00:00", timeZone);
      const isKnown = await calendar.any(tx);
      const events = isKnown ? await calendar.between(tx, at(-loadDays), at(datesAhead)) : [];
      return { facts: { isKnown, events, now: tx.now }, origins: events.length > 0 ? ["external"] : [] };
    },
    conclude: concludeCalendar,
  }),
];
