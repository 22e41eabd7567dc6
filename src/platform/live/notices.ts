import type { NoticeListener } from "#platform/db/notice-listener.ts";

/** Gives the object a text is JSON of, null when it is of none. */
export function parse(text: string): { type?: unknown; companyId?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** Whoever may connect to the database may say anything on the channel. */
const isNotice = (value: object | null): value is Notice =>
  value !== null &&
  "company" in value &&
  typeof value.company === "string" &&
  "type" in value &&
  typeof value.type === "string" &&
  (!("refreshes" in value) || isListOfTexts(value.refreshes));

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** What is no event of the journal says itself what to read again. */
type Notice = { company: string; type: string; id: string | null; refreshes?: readonly string[] };

/** Passes on what the journal announces, and that some of it may have been missed. */
export function listen(
  notices: NoticeListener,
  on: { onNotice(notice: Notice): void; onReturn: () => void },
): Promise<void> {
  return notices.hear("boardroom", {
    said(words) {
      const notice = parse(words);
      if (isNotice(notice)) on.onNotice(notice);
    },
    returned: on.onReturn,
  });
}
