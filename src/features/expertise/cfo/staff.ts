import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize } from "#contract/format.ts";
import { sentences, toLine } from "#contract/report.ts";
import { leastOfSum, type Staff } from "#features/records/books/rows.ts";
import { collect, concludeAbsent, gap, noun, sumOf } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";

export const staffAsks: readonly Ask[] = [
  ask("headcount")`What is our headcount? How many employees do we have? How big is our staff? How large is our
    workforce? Headcount by team.`,
  ask("payroll")`What is our monthly payroll? How much do we pay in salaries? What do our employees cost a month? How
    high are our wages? Payroll by team.`,
];

const title = "People and payroll";
const href = "/records/people";
const mostTeams = 8;

export function concludeStaff({ teams, elsewhere }: Staff, { today, currency }: Today, about: About): Conclusion {
  if (teams.length === 0)
    return concludeAbsent(title, gap("Headcount and payroll", "the people who work here", href), about);
  const make = collect(currency, today);
  const people = sumOf(teams, (team) => team.people);
  const costed = sumOf(teams, (team) => team.costed);
  const cost = sumOf(teams, (team) => team.cost);
  const source = ["people who work here today", href] as const;
  const count = make.count("headcount", "Headcount", people, source, "people who have started and have not left");
  const payroll = costed > 0 && make.money("payroll", "Payroll a month", cost, source, "sum of their monthly costs");
  const lacking = people - costed - elsewhere;
  const caveats = [
    lacking > 0 && `${pluralize(lacking, "person has", "people have")} no monthly cost recorded.`,
    elsewhere > 0 && `${pluralize(elsewhere, "person is", "people are")} paid in another currency, which is not added.`,
  ];
  const headline = toLine`${count} ${noun(people, "person works", "people work")} here today.`;
  const payrollLine = payroll
    ? toLine`Payroll is ${payroll} a month for ${pluralize(costed, "person", "people")}.`
    : toLine`Payroll is unknown: nobody who works here has a monthly cost in ${currency}.`;
  const costLine = payroll || elsewhere > 0 ? sentences(payrollLine, ...caveats) : payrollLine;
  const rows = teams.slice(0, mostTeams).map((team, at) => {
    const name = team.team ?? "No team";
    const filter = team.team ? { field: "team", is: team.team } : { unknown: "team" };
    const of = [`people of ${team.team ?? "no team"}`, rowsOf("people", filter)] as const;
    return [
      name,
      make.count(`people_${at}`, `${name}, people`, team.people, of, "of those who work here"),
      // The cost of a small team would tell what a person earns.
      team.costed >= leastOfSum
        ? make.money(`cost_${at}`, `${name}, cost a month`, team.cost, of, "sum of monthly costs")
        : "not shown",
    ];
  });
  return make.conclude({
    title,
    headline,
    lines: [headline, costLine],
    columns: ["Team", "People", "Cost a month"],
    rows,
    answers: { headcount: headline, payroll: costLine },
    missing: [
      lacking > 0 &&
        gap(
          "The whole payroll",
          `the monthly cost of ${pluralize(lacking, "person", "people")}`,
          `${href}?view=costless`,
        ),
    ],
  });
}
