import type { NoticeListener } from "#platform/db/notice-listener.ts";

/** The object in a JSON text, or null. */
export function parse(text: string): { type?: unknown; companyId?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** Any database client can send notices, so they are validated. */
const isNotice = (value: object | null): value is Notice =>
  value !== null &&
  "company" in value &&
  typeof value.company === "string" &&
  "type" in value &&
  typeof value.type === "string" &&
  (!("refreshes" in value) || isListOfTexts(value.refreshes));

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Notices that are not journal events carry their own `refreshes`. */
type Notice = { company: string; type: string; id: string | null; refreshes?: readonly string[] };

export function listen(
  notices: NoticeListener,
  on: { onNotice(notice: Notice): void; onReconnect: () => void },
): Promise<void> {
  return notices.listen("boardroom", {
    onNotice(payload) {
      const notice = parse(payload);
      if (isNotice(notice)) on.onNotice(notice);
    },
    onReconnect: on.onReconnect,
  });
}
