import type { VisitorPage } from "./frame.tsx";
import { Actions, Block, Cells, Hero } from "./parts.tsx";
import { Columns } from "#ui/kit/columns.tsx";

const uses = [
  ["Finance", "CFO", "Evaluate an investment, chase overdue invoices, watch the budget"],
  ["Legal", "Legal", "Read a contract's dates and clauses, prepare a notice before it is due"],
  ["HR", "Operations", "Compare the cost of roles and the load of teams before hiring"],
  ["Operations", "Operations", "Reorder stock, compare suppliers, keep processes on time"],
  ["GTM Strategy", "CEO, CMO, Sales", "Size a market, plan a campaign, qualify leads and price within the range"],
] as const;

export const enterprise: VisitorPage = {
  name: "enterprise",
  title: "Enterprise · Boardroom",
  description:
    "Security and compliance, observability, agent identity and autonomy, and a mode without integrations, with use cases by department.",
  content: (
    <>
      <Hero
        title="Ready for a company with an audit department"
        lead="Boardroom runs where you run it, records what it does and keeps every agent within limits you can prove."
      >
        <Actions actions={["demo", "trial"]} />
      </Hero>
      <Block title="Security and compliance">
        <Cells
          columns="three"
          cells={[
            ["Isolation in the database", "Row level security separates companies, also from mistakes in the program."],
            ["Encryption", "Credentials are encrypted with AES-256, with keys you hold and can rotate."],
            [
              "An audit trail",
              "A hash chain over every record, anchored outside the database. One command verifies it.",
            ],
            ["Roles on the server", "Viewer, member, approver and admin. A refusal says who is allowed."],
            ["Approval limits", "A person can approve up to an amount; above it the next one decides."],
            ["Backups that restore", "Encrypted, checked, and the same format for both databases."],
          ]}
        />
      </Block>
      <Block title="Observability">
        <Cells
          columns="four"
          cells={[
            ["Metrics", "Prometheus metrics without company data."],
            ["Dashboards", "Status of database, jobs, journal and disk at a glance."],
            ["Health endpoint", "Live, ready and health addresses for your probes."],
            ["Error alerting", "Structured logs and counters to alert on."],
          ]}
        />
      </Block>
      <Block title="Agent identity and autonomy">
        <Cells
          columns="three"
          cells={[
            [
              "Who acted",
              "Each agent has a role, an address and a record; each effect names the grant it happened under.",
            ],
            [
              "How far it may go",
              "Autonomy and limits per agent, and exposure that is reserved before anything is spent.",
            ],
            ["How it is stopped", "One button ends everything autonomous within 5 seconds, for all agents at once."],
          ]}
        />
      </Block>
      <Block
        title="No-integration mode"
        intro="No integration is required. Import figures and records as CSV files or type them in; agents work from those rows by rules, without a language model and without a connection to the internet."
      >
        <Actions actions={["watch"]} />
      </Block>
      <Block title="Use cases by department">
        <table>
          <Columns of={["Department", "Agent", "Use"]} />
          <tbody>
            {uses.map(([department, agent, use]) => (
              <tr key={department}>
                <th scope="row" className="border-t border-line py-2! text-sm! font-medium! text-ink!">
                  {department}
                </th>
                <td>{agent}</td>
                <td className="text-ink-2">{use}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Block>
    </>
  ),
};
