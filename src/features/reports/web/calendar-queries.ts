import { useQuery } from "@tanstack/react-query";
import * as calls from "#features/reports/calendar/contract.ts";
import { read, refresh } from "#ui/query.ts";
import { save } from "#ui/save.ts";
import { useSend } from "#ui/send.ts";
import { toast } from "#ui/toast.ts";

export const useCalendarLinks = () => useQuery(read(calls.listCalendarLinks, {}));

export const useAddCalendarLink = (onAddress: (address: string) => void) =>
  useSend(calls.addCalendarLink, null, {
    done: ({ path }) => onAddress(`${location.origin}${path}`),
    failed: "No address made",
    settled: () => refresh("calendar"),
  });

export const useRevokeCalendarLink = () =>
  useSend(calls.revokeCalendarLink, (id: string) => ({ params: { id } }), {
    done: () => toast("Address Revoked", "Calendars that read it get nothing any more"),
    failed: "Not revoked",
    settled: () => refresh("calendar"),
  });

export const useDownloadCalendar = () =>
  useSend(calls.getCalendar, null, {
    done: ({ fileName, ics }) => save(fileName, [ics], "text/calendar"),
    failed: "Not downloaded",
  });
