import { state, type VisitorPage } from "./frame.tsx";
import { type Clause, Legal, Mail } from "./legal.tsx";
import { Columns } from "#ui/kit/columns.tsx";

const clauses: readonly Clause[] = [
  [
    "Information we collect",
    <ul key="c">
      <li>Account data: username, email address, company name and a hash of the password.</li>
      <li>Company data you enter, import or connect: figures, records, documents, messages.</li>
      <li>What happened: decisions, tasks, runs of agents, and the journal with time, person and address.</li>
      <li>What you send us: a request for a demo with your name, email address, company and message.</li>
    </ul>,
  ],
  [
    "How we use it",
    <>
      <p>
        To run the service you asked for: sign you in, let agents work from your data, show you the results, keep the
        service secure and answer you.
      </p>
      <p>Analytics, marketing and personalization happen only where you have agreed, and you can withdraw that.</p>
    </>,
  ],
  [
    "Sharing",
    <>
      <p>We do not sell your data.</p>
      <p>
        We share it with services you connect, with a language model provider only after an admin of your company has
        agreed, and with authorities where the law requires it.
      </p>
    </>,
  ],
  [
    "Security",
    <p key="s">
      Credentials are encrypted with AES-256, connections with TLS. Companies are isolated from each other in the
      database, access follows role-based access control, and every change is recorded in a journal that can be
      verified.
    </p>,
  ],
  [
    "AI-specific privacy",
    <>
      <p>
        Agents calculate by rules. Where a language model is connected, it gets what the task needs, marked by where it
        came from.
      </p>
      <p>
        Your data does not train models. A decision with an effect on you beyond an agent's limit is taken by a person,
        and each one shows its reasons.
      </p>
    </>,
  ],
  [
    "Your rights",
    <p key="r">
      You may see, correct, export and delete your data, restrict or object to its use, and withdraw a consent. Ask an
      admin of your company, or write to us. Privacy inquiries are answered within {state("privacyReply")}.
    </p>,
  ],
  [
    "Retention",
    <table key="t">
      <Columns of={["Data", "Kept"]} />
      <tbody>
        {[
          ["Account data", "while active plus 90 days"],
          ["AI decision logs", "2 years"],
          ["Communication records", "1 year"],
          ["Analytics", "3 years"],
          ["Requests for a demo", "1 year"],
        ].map(([data, kept]) => (
          <tr key={data}>
            <td>{data}</td>
            <td>{kept}</td>
          </tr>
        ))}
      </tbody>
    </table>,
  ],
  [
    "International transfers",
    <p key="i">
      Data stays on the server of this installation. Where a connected service works in another country, it is
      transferred under the safeguards the law requires, such as standard contractual clauses.
    </p>,
  ],
  [
    "Contact",
    <p key="k">
      {state("name")}, privacy team: <Mail to="privacyEmail" />
    </p>,
  ],
];

export const privacy: VisitorPage = {
  name: "privacy",
  title: "Privacy Policy · Boardroom",
  description:
    "What data this installation collects, how it is used, shared, secured and kept, and which rights you have.",
  content: (
    <Legal
      title="Privacy Policy"
      lead="Which data this installation collects, what happens with it, and what you can ask for."
      clauses={clauses}
    />
  ),
};
