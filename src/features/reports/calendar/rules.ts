import { addDays } from "#contract/days.ts";
import type { QueryInput } from "#contract/query.ts";

/** Something that is due on a day. */
export type Due = {
  /** The same in every reading, so that a calendar moves an entry instead of adding another. */
  key: string;
  day: string;
  title: string;
  detail: string;
  href: string;
};

type Span = { from: string; to: string };

/** What is over and open stays in the calendar this long; what is ahead is read this far. */
export const spanAround = (today: string): Span => ({ from: addDays(today, -90), to: addDays(today, 366) });

/** The most rows of each kind. */
export const mostRows = 200;

/** What is due, as queries: the words before the row's title, and the field of the day. */
export const dueLines: readonly {
  says: string;
  day: string;
  subject: string;
  filters: NonNullable<QueryInput["filters"]>;
}[] = [
  { says: "Task", subject: "tasks", day: "dueOn", filters: [is("view", "open")] },
  { says: "Decide", subject: "decisions", day: "expiresOn", filters: [is("view", "pending")] },
  { says: "Forecast due", subject: "forecasts", day: "dueOn", filters: [{ field: "held", test: "unknown" }] },
  { says: "Payment due to you", subject: "invoices", day: "dueOn", filters: [is("view", "receivable")] },
  { says: "Bill to pay", subject: "invoices", day: "dueOn", filters: [is("view", "payable")] },
  { says: "Last day for notice", subject: "contracts", day: "noticeBy", filters: [is("view", "inForce")] },
  { says: "Contract ends", subject: "contracts", day: "endsOn", filters: [is("view", "inForce")] },
  { says: "Renews", subject: "subscriptions", day: "renewsOn", filters: [is("view", "ours")] },
  { says: "Ticket due", subject: "tickets", day: "dueOn", filters: [is("view", "open")] },
  { says: "Deal expected to close", subject: "deals", day: "expectedCloseOn", filters: [is("view", "open")] },
];

function is(field: string, value: string) {
  return { field, test: "is" as const, values: [value] };
}

export const queryOf = ({ subject, day, filters }: (typeof dueLines)[number], span: Span): QueryInput => ({
  subject,
  day,
  filters,
  period: { kind: "between", ...span },
  order: "first",
  limit: mostRows,
});

/** A line's content without what ends it, or begins another. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\n\P{Cc}]/gu, " ")
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replaceAll("\n", "\\n");

const encoder = new TextEncoder();
/** Lines of at most 75 bytes; the next ones begin with a space (RFC 5545, 3.1). No character is cut. */
function folded(line: string): string {
  const lines = [];
  let [part, size] = ["", 0];
  for (const char of line) {
    const bytes = encoder.encode(char).length;
    if (size + bytes > 75) {
      lines.push(part);
      [part, size] = [" ", 1];
    }
    part += char;
    size += bytes;
  }
  return [...lines, part].join("\r\n");
}

const plainDay = (day: string): string => day.replaceAll("-", "");

type Calendar = { name: string; note: string; at: Date; address: URL; dues: readonly Due[] };

/** An iCalendar file (RFC 5545): an all-day entry for each, which leaves people free. */
export function icsOf({ name, note, at, address, dues }: Calendar): string {
  const stamp = `${at.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Boardroom//Due//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-CALDESC:${escaped(note)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...dues.flatMap(({ key, day, title, detail, href }) => [
      "BEGIN:VEVENT",
      `UID:${escaped(key)}@${address.hostname}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${plainDay(day)}`,
      `DTEND;VALUE=DATE:${plainDay(addDays(day, 1))}`,
      `SUMMARY:${escaped(title)}`,
      ...(detail ? [`DESCRIPTION:${escaped(detail)}`] : []),
      `URL:${new URL(href, address).href}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
