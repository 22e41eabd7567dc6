import type { VisitorPage } from "./frame.tsx";
import { Actions, AuthorityTable, Block, Cells, Checks, Hero, Picture, Plans, Steps, trialLine } from "./parts.tsx";
import { shots } from "./shots.ts";
import { steps } from "./steps.tsx";

const [dashboard, , decision] = shots;

export const home: VisitorPage = {
  name: "welcome",
  title: "Boardroom: AI executives that ask before they spend",
  description:
    "Boardroom gives your company a CEO, a CFO and six more AI agents that propose, show the calculation and act alone only within limits you set.",
  content: (
    <>
      <Hero
        title="AI executives that ask before they spend"
        lead="Boardroom gives your company a CEO, a CFO and six more AI agents. They read your figures, propose what to do and show the calculation. They act alone only within limits you set."
      >
        <Actions actions={["trial", "demo", "watch"]} />
        <p className="text-sm text-ink-3">{trialLine}</p>
      </Hero>
      <Picture
        shot={dashboard}
        caption="The dashboard of the demo company, with invented records: the daily brief, then the proposals that need you."
      />
      <Block title="From sign-up to the first decision in ten minutes">
        <Steps steps={steps} />
      </Block>
      <Block title="Every proposal shows its work">
        <div className="grid gap-6">
          <div className="max-w-[68ch]">
            <p className="text-lg text-ink-2">
              A proposal states the cost, the return, how sure the agent is and which limit it meets. The calculation is
              a table you can check. The forecast has a date, and on that day Boardroom records whether it held.
            </p>
            <Checks
              lines={[
                "Rules calculate; a language model is optional",
                "Undo for 2 minutes after each approval",
                "One button stops everything autonomous within 5 seconds",
              ]}
            />
          </div>
          <Picture shot={decision} caption="A proposal of the demo company." />
        </div>
      </Block>
      <Block title="What each agent may decide alone" intro="You change every limit, and see how much of it is used.">
        <AuthorityTable />
      </Block>
      <Block title="Your data, your control">
        <Cells
          columns="three"
          cells={[
            [
              "Your data stays yours",
              "Tokens are encrypted with AES-256. Company data is isolated. It runs on your own server.",
            ],
            ["A journal you can verify", "Each record carries the hash of the one before. Any change shows."],
            [
              "Authority is yours to give",
              "Each agent starts with a limit you choose. Anything beyond it waits for you.",
            ],
          ]}
        />
      </Block>
      <Block title="Pricing">
        <Plans />
      </Block>
    </>
  ),
};
