import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import { leastOfSum, type Staff } from "#features/records/books/rows.ts";
import { collect, concludeAbsent, concluded } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell } from "#features/expertise/topics/words.ts";

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
    return concludeAbsent(title, { what: "Headcount and payroll", needed: "the people who work here", href }, about);
  const make = collect(currency, today);
  const sum = (of: (team: Staff["teams"][number]) => number) => teams.reduce((total, team) => total + of(team), 0);
  const [people, costed] = [sum((team) => team.people), sum((team) => team.costed)];
  const source = { label: "people who work here today", href };
  const count = make.measure("headcount", "Headcount", people, "count", source, {
    formula: "people who have started and have not left",
  });
  const payroll =
    costed > 0
      ? make.money(
          "payroll",
          "Payroll a month",
          sum((team) => team.cost ?? 0),
          source,
          { formula: "sum of their monthly costs" },
        )
      : null;
  const lacking = people - costed - elsewhere;
  const caveats = [
    ...(lacking > 0 ? [toLine` ${pluralize(lacking, "person has", "people have")} no monthly cost recorded.`] : []),
    ...(elsewhere > 0
      ? [toLine` ${pluralize(elsewhere, "person is", "people are")} paid in another currency, which is not added.`]
      : []),
  ].flat();
  const headline: Line = toLine`${count} ${people === 1 ? "person works" : "people work"} here today.`;
  const cost: Line = payroll
    ? [...toLine`Payroll is ${payroll} a month for ${pluralize(costed, "person", "people")}.`, ...caveats]
    : [
        ...toLine`Payroll is unknown: nobody who works here has a monthly cost in ${currency}.`,
        ...(elsewhere > 0 ? caveats : []),
      ];
  // The cost of a small team would tell what a person earns.
  const rows = teams.slice(0, mostTeams).map((team, at) => {
    const of = {
      label: `people of ${team.team ?? "no team"}`,
      href: rowsOf("people", team.team ? { field: "team", is: team.team } : { unknown: "team" }),
    };
    return [
      toLine`${team.team ?? "No team"}`,
      cell(
        make.measure(`people_${at}`, `${team.team ?? "No team"}, people`, team.people, "count", of, {
          formula: "of those who work here",
        }),
      ),
      team.costed >= leastOfSum
        ? cell(
            make.money(`cost_${at}`, `${team.team ?? "No team"}, cost a month`, team.cost, of, {
              formula: "sum of monthly costs",
            }),
          )
        : toLine`not shown`,
    ];
  });
  return concluded({
    headline,
    section: { title, lines: [headline, cost], table: { columns: ["Team", "People", "Cost a month"], rows } },
    answers: { headcount: headline, payroll: cost },
    figures: make.figures,
    missing:
      lacking > 0
        ? [
            {
              what: "The whole payroll",
              needed: `the monthly cost of ${pluralize(lacking, "person", "people")}`,
              href: `${href}?view=costless`,
            },
          ]
        : [],
  });
}
