import type { VisitorPage } from "./frame.tsx";
import { Actions, Block, Cells, Hero } from "./parts.tsx";

export const about: VisitorPage = {
  name: "about",
  title: "About Us · Boardroom",
  description:
    "Why Boardroom exists: executives made of software, with authority that a person grants and can take back.",
  content: (
    <>
      <Hero
        title="A company can run on proposals"
        lead="Boardroom is a control center for a company's AI executives. They prepare decisions; people keep the authority."
      >
        <Actions actions={["start", "demo"]} />
      </Hero>
      <Block title="Our thesis">
        <p className="lead">
          Most management work is preparation: reading figures, comparing options, writing down a recommendation.
          Software can do that well and around the clock. What it must not do is spend, promise or hire on its own word.
          So an agent in Boardroom proposes with a calculation and a forecast, and acts alone only within a limit a
          person has set.
        </p>
      </Block>
      <Block title="Why we built it">
        <Cells
          columns="three"
          cells={[
            [
              "Chat is not authority",
              "A fluent answer says nothing about who may spend. Here the policy lies outside the model and holds for every agent.",
            ],
            [
              "Claims should meet outcomes",
              "Every forecast has a date. On that day Boardroom records whether it came true, and the agent's record shows it.",
            ],
            ["Owners have ten minutes", "What needs a person comes first. What ran well stays quiet until you look."],
          ]}
        />
      </Block>
      <Block title="The infrastructure">
        <Cells
          columns="two"
          cells={[
            [
              "One program, your server",
              "Boardroom runs on a machine you choose, with PostgreSQL or an embedded database. No data leaves it unless you connect a service.",
            ],
            [
              "Rules first, models optional",
              "Decision types are calculated by rules. A language model can be connected; when it fails, the rules finish the work.",
            ],
            [
              "A journal of everything",
              "Each change commits together with its journal record, and the records are chained by their hashes.",
            ],
            [
              "Companies kept apart",
              "Every row belongs to a company, and the database itself refuses to show it to another.",
            ],
          ]}
        />
      </Block>
      <Block title="What's next">
        <Cells
          columns="three"
          cells={[
            ["Mail", "Agents draft answers to the mail you label, within their authority."],
            ["Accounting and payments", "QuickBooks and Stripe feed the same records you import as CSV today."],
            ["Sales and calendars", "HubSpot, Salesforce, Slack and Google bring deals, messages and dates."],
          ]}
        />
      </Block>
      <Block title="See it with your own figures">
        <Actions actions={["start", "demo"]} />
      </Block>
    </>
  ),
};
