import { expect } from "vitest";
import { type Figure, formatLine, type Report } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";

type Look = {
  said: string;
  /** A figure of the report; throws where it is not there. */
  figure: (id: string) => Figure;
  /** Its value, which is there and above 0. */
  some: (id: string) => number;
};

/** An expected amount with an interval around it, or what it is worked out from. */
const interval = ({ range }: Figure): void => expect(range).toMatchObject({ level: 0.8 });
const says = (...words: RegExp[]) => {
  return ({ said }: Look): void => {
    for (const word of words) expect(said).toMatch(word);
  };
};
const counts = (...ids: string[]) => {
  return ({ some }: Look): void => {
    for (const id of ids) some(id);
  };
};
const ranked = (kind: "priority" | "risk") => ({
  [`three of the weightiest (${kind}), each with its score`]: counts(...[0, 1, 2].map((at) => `${kind}_${at}_score`)),
});

/** What each executive's rules are there to find. */
export const playbooks: Record<AgentRoleId, Record<string, (look: Look) => void>> = {
  CEO: {
    ...ranked("priority"),
    ...ranked("risk"),
    "the pace of a goal": says(/% of the [a-z ]+ target reached with [\d.]+% of the \w+ gone/),
  },
  CFO: {
    "how long the cash lasts": ({ said, some }) => {
      some("cfo.runway.cash");
      some("cfo.runway.burn");
      expect(said).toMatch(/It lasts about [\d.]+ months \(80%: |It lasts for more than ten years|It does not run out/);
    },
    "what is open by how late it is": ({ figure, some }) => {
      some("cfo.receivables.overdue");
      const ages = [0, 1, 2, 3, 4].map((at) => figure(`cfo.receivables.bucket_${at}`).value ?? -1);
      expect(ages.filter((amount) => amount > 0).length).toBeGreaterThan(2);
    },
    "a bill that is not like the others": says(/A bill of .* from .* stands out: .* is usual/),
    "revenue ahead, with intervals": ({ figure }) => interval(figure("cfo.forecast.next_30")),
  },
  CTO: {
    "incidents that are overdue": counts("cto.incidents.overdue"),
    "tokens that expire": ({ figure }) => expect(sumOf(figure, "token")).toBeGreaterThan(0),
    "certificates that expire": ({ figure }) => expect(sumOf(figure, "certificate")).toBeGreaterThan(0),
  },
  CMO: {
    "spend and leads of each channel": counts(
      ...[0, 1, 2].flatMap((at) => [`cmo.channels.spend_${at}`, `cmo.channels.leads_${at}`]),
    ),
    "what a lead costs": counts(...[0, 1, 2].map((at) => `cmo.channels.per_lead_${at}`)),
    "money to move, at most a tenth": ({ said, some }) => {
      expect(some("cmo.channels.move")).toBeLessThanOrEqual(0.1 * some("cmo.channels.spend") + 0.01);
      expect(said).toMatch(/Move .* from .* to .*: each \S+ spent there earned/);
    },
  },
  Sales: {
    "deals that do not move": counts("sales.follow-up.stale", "sales.follow-up.stale_amount"),
    "what to do next": says(/Next: [^.]+: /),
    "the weighted forecast": counts("sales.forecast.quarter", "sales.forecast.weighted"),
  },
  "Customer Success": {
    "how customers are": counts("customer-success.health.at_risk", "customer-success.health.score_0"),
    "what renews": counts("customer-success.renewals.renewals_90", "customer-success.renewals.stake_90"),
    "what was promised": counts("customer-success.promises.open", "customer-success.promises.overdue"),
  },
  Operations: {
    "what took longer than planned": counts(
      "operations.overruns.over_tickets",
      "operations.overruns.hours_over_tickets",
    ),
    "who has most to do": says(/ is the bottleneck: /),
    "vendors to give notice to": counts("operations.vendors.notices", "operations.vendors.contract_0_days"),
  },
  Legal: {
    "the last days for notice": counts("legal.notice.notices", "legal.notice.contract_0_days"),
    "what renews by itself": counts("legal.notice.renewing", "legal.notice.committed"),
    "agreements that are missing": counts("legal.coverage.customers", "legal.coverage.vendors"),
  },
};

const sumOf = (figure: Look["figure"], kind: string): number =>
  ["ended", "14", "30", "60"].reduce((sum, end) => sum + (figure(`cto.endings.${kind}_${end}`).value ?? 0), 0);

/** What may be unknown all the same: rows of which some say less than others. */
const gaps =
  /^(?:What is in the calendar|When \d+ open deals? will close|Whether \d+ |The real last day for notice of )/;

/** Checks that an executive's report holds all that its playbook is there to find, and calls nothing of it missing. */
export function expectPlaybook(role: AgentRoleId, report: Report): void {
  const lines = report.sections.flatMap((section) => section.lines);
  const figure = (id: string): Figure => {
    const found = report.figures.find((one) => one.id === id);
    if (!found) throw new Error(`There is no figure ${id}.`);
    return found;
  };
  const look: Look = {
    said: [report.headline, ...lines].map((line) => formatLine(line, report.figures)).join(" "),
    figure,
    some: (id) => {
      const { value } = figure(id);
      expect(value, id).toBeGreaterThan(0);
      return value ?? 0;
    },
  };
  for (const [what, check] of Object.entries(playbooks[role])) {
    try {
      check(look);
    } catch (error) {
      throw new Error(`${role} does not find ${what}.`, { cause: error });
    }
  }
  expect(
    report.missing.map(({ what }) => what).filter((what) => !gaps.test(what)),
    `${role} calls missing`,
  ).toEqual([]);
}
