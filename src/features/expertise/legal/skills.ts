import { ask } from "#features/expertise/topics/ask.ts";
import { lastDays } from "#contract/spans.ts";
import { aheadDays } from "#features/records/agreements/notice.ts";
import * as agreements from "#features/records/agreements/store.ts";
import * as coverage from "#features/records/coverage/store.ts";
import * as list from "#features/records/list/store.ts";
import * as records from "#features/records/store.ts";
import { concludeContracts } from "#features/expertise/legal/contracts.ts";
import { billedDays, concludeCoverage } from "#features/expertise/legal/coverage.ts";
import { concludeUnsigned, staleDays } from "#features/expertise/legal/drafts.ts";
import { concludeNotices } from "#features/expertise/legal/notice.ts";
import { concludeSigned, contractRowOf, signedAsks, signedIn } from "#features/expertise/legal/signed.ts";
import { type About, type Topic, topicOf } from "#features/expertise/topics/topic.ts";

const topic = topicOf("Legal");
const partyOf = ({ customer, vendor }: About) => ({ customerId: customer?.id ?? null, vendorId: vendor?.id ?? null });

export const legalTopics: readonly Topic[] = [
  topic("legal.notice", "Notice dates", "contract_review", {
    asks: [
      ask("notice", "customer", "vendor")`On which contracts must we give notice soon? Which contracts end soon? When
        does the contract with Hostly end? Which contracts expire this quarter? Until when can we cancel the contract
        with Acme? What notice deadlines are coming up? Which agreements run out next month? When is the deadline to
        cancel our contracts? What is the notice period of our contract with Hostly? Which contracts can we still
        cancel? What contracts are coming to an end? When do our contracts run out? Did we miss a notice date?`,
      ask("renewals", "customer", "vendor")`Which contracts renew automatically? Which agreements roll over? What
        renews if we do nothing? Are there contracts that extend by themselves? Does the contract with Hostly renew
        automatically? Which contracts auto-renew this year? Which contracts will be extended unless we cancel? Are we
        about to be locked in for another year? Which contracts are on auto renewal?`,
    ],
    async gather(tx, { today, currency }, about) {
      const ending = await agreements.ending(tx, today, aheadDays, currency, partyOf(about));
      const ofParty = about.customer || about.vendor ? await agreements.biggest(tx, currency, partyOf(about)) : [];
      const anyContracts = ending.length > 0 || (await records.any(tx, "contracts"));
      return { facts: { ending, ofParty, anyContracts }, origins: [...ending, ...ofParty].map(({ origin }) => origin) };
    },
    conclude: concludeNotices,
  }),
  topic("legal.coverage", "Missing agreements", "compliance_monitoring", {
    asks: [
      ask("missing")`With whom do we work without a contract? Which customers have no contract? Are any agreements
        missing? For which vendors do we lack a contract? Who are we working with on a handshake? Do we have a
        contract with every customer? Which suppliers work for us without a written agreement? Is there a signed
        agreement with everyone we work with? Do all our customers have an agreement? Where do we have nothing in
        writing?`,
      ask("privacy")`Which vendors lack a data protection agreement? Do all vendors have a DPA? Who handles personal
        data without an agreement? Are we covered for GDPR? Which suppliers have not got a data processing agreement?
        Do we have a confidentiality agreement with everyone? With whom is an NDA missing? Have we got a DPA with
        Hostly? Is any privacy agreement missing?`,
      ask("outlived")`Which contracts have ended but are still in use? Are we working under expired contracts? Which
        contracts have lapsed? Which agreements are past their end date? Are any of our contracts out of date? Which
        contracts have already run out? Do we still use a vendor whose contract has ended?`,
    ],
    async gather(tx, { today, currency }) {
      const { from } = lastDays(billedDays, today);
      const customers = await coverage.customersWithout(tx, today, from, currency);
      const vendors = await coverage.vendorsWithout(tx, today, from, currency);
      const processors = await coverage.processorsWithout(tx, today);
      const outlived = await coverage.outlived(tx, today, from, currency);
      const elsewhere = await coverage.billedElsewhere(tx, from, currency);
      const anyContracts = await records.any(tx, "contracts");
      const anyParties = (await records.any(tx, "customers")) || (await records.any(tx, "vendors"));
      const origins = [...customers, ...vendors, ...processors, ...outlived].map(({ origin }) => origin);
      return { facts: { customers, vendors, processors, outlived, elsewhere, anyContracts, anyParties }, origins };
    },
    conclude: concludeCoverage,
  }),
  topic("legal.unsigned", "Unsigned contracts", "risk_assessment", {
    asks: [
      ask("unsigned")`Which contracts are not signed yet? Are there unsigned contracts? Which agreements are waiting
        for a signature? Do we have any drafts lying around? Which contracts have never been signed? What still needs
        to be signed? Which contracts are missing a signature? Who still has to sign?`,
    ],
    async gather(tx, { today, currency }) {
      const totals = await agreements.drafts(tx, today, staleDays);
      const drafts = await agreements.unsigned(tx, today, currency, "draft");
      const active = await agreements.unsigned(tx, today, currency, "active");
      const anyContracts = totals.drafts + totals.unsigned > 0 || (await records.any(tx, "contracts"));
      return { facts: { totals, drafts, active, anyContracts }, origins: totals.origins };
    },
    conclude: concludeUnsigned,
  }),
  topic("legal.signed", "Signed contracts", "contract_review", {
    asks: signedAsks,
    raises: false,
    async gather(tx, { today, currency }, about) {
      const { from, to } = signedIn(today, about);
      const signed = await agreements.signed(tx, from, to, currency);
      const party = { customerId: about.customer?.id, vendorId: about.vendor?.id };
      const isNamed = about.customer !== null || about.vendor !== null;
      const ofParty = isNamed ? (await list.exported(tx, "contracts", party)).rows.map(contractRowOf) : null;
      const anyContracts = signed.total > 0 || (await records.any(tx, "contracts"));
      const origins = [...signed.newest, ...(ofParty ?? [])].map(({ origin }) => origin);
      return { facts: { signed, ofParty, anyContracts }, origins };
    },
    conclude: concludeSigned,
  }),
  topic("legal.contracts", "Contracts", "legal_research", {
    asks: [
      ask("contracts", "customer", "vendor")`Which contracts do we have with Acme? List all our contracts. What are
        our biggest contracts? Do we have a contract with Acme? What agreements do we have with Hostly? How many
        contracts do we have? Which contract is worth the most? What are our contracts worth? Show me the agreements
        in force. What have we agreed with Acme?`,
    ],
    async gather(tx, { today, currency }, about) {
      const inForce = await agreements.inForce(tx, today, currency, partyOf(about));
      const biggest = await agreements.biggest(tx, currency, partyOf(about));
      const anyContracts = biggest.length > 0 || (await records.any(tx, "contracts"));
      const origins = [...inForce.flatMap((row) => row.origins), ...biggest.map(({ origin }) => origin)];
      return { facts: { inForce, biggest, anyContracts }, origins };
    },
    conclude: concludeContracts,
  }),
];
