import type { VisitorPage } from "./frame.tsx";
import { Actions, Block, Cells, Hero, Steps, trialLine } from "./parts.tsx";
import { steps } from "./steps.tsx";

export const howItWorks: VisitorPage = {
  name: "how-it-works",
  title: "How It Works · Boardroom",
  description:
    "Five steps from sign-up to daily use, how Gmail auto-reply routes mail, and what Boardroom does in four industries.",
  content: (
    <>
      <Hero
        title="Five steps to an AI workforce"
        lead="You decide who works for you and how far they may go. Boardroom does the rest in the open."
      >
        <Actions actions={["start", "watch"]} />
      </Hero>
      <Block title="The steps">
        <Steps steps={steps} />
      </Block>
      <Block title="What happens in each step">
        <Cells
          columns="two"
          cells={[
            [
              "You choose roles",
              "CEO, CFO, CTO, CMO, Sales, Customer Success, Operations and Legal. Each gets a name, an address, instructions and a budget.",
            ],
            [
              "You set limits",
              "Low authority covers basic decisions only, medium those of moderate impact, high strategic ones. Anything above the limit waits for a person.",
            ],
            [
              "Oversight learns the normal range",
              "It measures what agents usually do and spend. An agent that leaves its range is paused, and you can undo that.",
            ],
            [
              "Results come back",
              "A forecast is checked on its date. The record shows how often an agent was right, and what its decisions earned.",
            ],
          ]}
        />
      </Block>
      <Block
        title="How Gmail auto-reply routes mail"
        intro="You label a message in your mailbox; the label names the agent. The mailbox is polled every 2 minutes."
      >
        <Cells
          columns="three"
          cells={[
            ["Label CEO", "A message labelled CEO goes to the CEO agent."],
            ["Label Legal", "A message labelled Legal goes to the Legal agent."],
            [
              "The reply",
              "The agent drafts an answer within its authority. What commits the company to more waits for you.",
            ],
          ]}
        />
      </Block>
      <Block title="Industry applications">
        <Cells
          columns="four"
          cells={[
            ["SaaS", "Renewals at risk, discounts within the range, churn against the forecast."],
            ["E-commerce", "Stock that runs out, campaign spend against revenue, refunds within the limit."],
            ["Financial services", "Investment evaluations with their formula, and a journal that can be verified."],
            ["Healthcare", "Supplier contracts, staffing costs and complaints, on a server of your own."],
          ]}
        />
      </Block>
      <Block title="Try it">
        <div>
          <Actions actions={["trial", "watch", "demo"]} />
          <p className="note">{trialLine}</p>
        </div>
      </Block>
    </>
  ),
};
