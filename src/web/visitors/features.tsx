import { state, type VisitorPage } from "./frame.tsx";
import { Actions, AuthorityTable, Block, Cells, Hero, Plans, Stated } from "./parts.tsx";

const specifications = [
  [state("uptime"), "uptime"],
  [state("responseTime"), "response"],
  [state("delivery"), state("deliveryWords")],
  [state("devices"), state("devicesWords")],
] as const;

export const features: VisitorPage = {
  name: "features",
  title: "Features and Plans · Boardroom",
  description:
    "What Boardroom's AI executives do, what each may decide alone, what the plans cost and the technical specifications.",
  content: (
    <>
      <Hero
        title="Everything your AI executives can do"
        lead="Eight agents, one place to decide, and a record of how well each of them predicts."
      >
        <Actions actions={["trial", "demo"]} />
      </Hero>
      <Block title="Features">
        <Cells
          columns="three"
          cells={[
            ["Decision feed", "Proposals with cost, return, confidence, evidence and the limit they meet."],
            ["Company Brain", "Ask your documents and decisions. Every answer cites its passages."],
            ["AGI oversight", "Detectors watch budgets, loops and mail volume, and pause what leaves its range."],
            [
              "Gmail auto-reply",
              "Mail labelled CEO goes to the CEO agent, Legal to the Legal agent. Polled every 2 minutes.",
            ],
            ["CoPilot console", "Type a command; the agents plan the tasks and report back."],
            ["Monitoring", "Metrics, dashboards, a health endpoint and error alerting."],
          ]}
        />
      </Block>
      <Block title="Agent capabilities and decision authority">
        <AuthorityTable />
      </Block>
      <Block title="Plans">
        <Plans />
      </Block>
      <Block title="Technical specifications">
        <div>
          <ul className="cells four max-md:grid-cols-2">
            {specifications.map(([figure, what]) => (
              <li key={what}>
                <div className="big">{figure}</div>
                <div className="text-ink-2">{what}</div>
              </li>
            ))}
          </ul>
          <Stated>
            {state("uptime")} uptime, {state("responseWords")} response.
          </Stated>
        </div>
      </Block>
    </>
  ),
};
