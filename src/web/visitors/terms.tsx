import { trialDays } from "#contract/pricing.ts";
import { state, type VisitorPage } from "./frame.tsx";
import { type Clause, Legal, Mail } from "./legal.tsx";

const clauses: readonly Clause[] = [
  [
    "Acceptance",
    <p key="1">
      By creating a company or using the service you accept these terms for yourself and for the company you act for.
    </p>,
  ],
  [
    "Service description",
    <p key="2">
      Boardroom is a control center in which AI agents read a company's data, propose decisions and carry out those they
      are authorized for. {state("name")} operates this installation.
    </p>,
  ],
  [
    "User obligations",
    <ul key="3">
      <li>Keep your password secret and your account data correct.</li>
      <li>Enter only data you are allowed to use.</li>
      <li>Do not attack the service, get around its limits or use it for anything unlawful.</li>
    </ul>,
  ],
  [
    "AI agent usage",
    <>
      <p>
        You set the authority of your agents and are responsible for what they do within it. What an agent proposes is
        not legal, tax or investment advice.
      </p>
      <p>Forecasts can be wrong. Check the calculation before you approve.</p>
    </>,
  ],
  ["Data ownership", <p key="5">Your data stays yours. We use it only to provide the service.</p>],
  [
    "Privacy",
    <p key="6">
      The <a href="/privacy">Privacy Policy</a> is part of these terms.
    </p>,
  ],
  [
    "Payment",
    <>
      <p>Plans are billed per month. The free trial lasts {trialDays} days and needs no credit card.</p>
      <p>Price changes are announced 30 days in advance.</p>
    </>,
  ],
  [
    "Liability",
    <p key="8">
      Liability is limited to the fees of the last 12 months, except for intent, gross negligence and where the law does
      not allow a limit.
    </p>,
  ],
  [
    "Termination",
    <>
      <p>Either side may terminate with 30 days' notice.</p>
      <p>Your data can be downloaded for 30 days after termination; then it is deleted.</p>
    </>,
  ],
  [
    "Service level agreement",
    <>
      <p>
        Uptime: {state("uptime")} a month, outside of announced maintenance. Recovery objective: {state("recovery")}.
      </p>
      <ul>
        <li>Critical issues: response within {state("criticalSupport")}</li>
        <li>Standard issues: response within {state("standardSupport")}</li>
        <li>General questions: response within {state("generalSupport")}</li>
      </ul>
    </>,
  ],
  [
    "Compliance",
    <p key="11">
      Both sides follow the law that applies to them, including data protection, export control and sanctions.
    </p>,
  ],
  [
    "Dispute resolution",
    <p key="12">
      We first try to settle a dispute by talking. If that fails within 30 days, the courts of {state("jurisdiction")}{" "}
      decide by its law.
    </p>,
  ],
  [
    "Contact",
    <p key="13">
      {state("name")}, legal team: <Mail to="legalEmail" />. Legal inquiries are answered within {state("legalReply")}.
    </p>,
  ],
];

export const terms: VisitorPage = {
  name: "terms",
  title: "Terms of Service · Boardroom",
  description:
    "The terms under which this installation of Boardroom is offered: obligations, data, payment, service level and termination.",
  content: (
    <Legal
      title="Terms of Service"
      lead="The agreement between you and the operator of this installation."
      clauses={clauses}
    />
  ),
};
