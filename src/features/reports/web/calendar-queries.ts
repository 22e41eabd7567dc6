import { useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/reports/calendar/contract.ts";
import { call } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { save } from "#ui/save.ts";
import { toast, toastFailure } from "#ui/toast.ts";

export const useCalendarLinks = () => useQuery(read(calls.listCalendarLinks, {}));

export const useAddCalendarLink = (onAddress: (address: string) => void) =>
  useMutation({
    mutationFn: () => call(calls.addCalendarLink, {}),
    onSuccess: ({ path }) => onAddress(`${location.origin}${path}`),
    onError: (error) => toastFailure("No address made", error),
    onSettled: () => refresh("calendar"),
  });

export const useRevokeCalendarLink = () =>
  useMutation({
    mutationFn: (id: string) => call(calls.revokeCalendarLink, { params: { id } }),
    onSuccess: () => toast("Address Revoked", "Calendars that read it get nothing any more"),
    onError: (error) => toastFailure("Not revoked", error),
    onSettled: () => refresh("calendar"),
  });

export const useDownloadCalendar = () =>
  useMutation({
    mutationFn: () => call(calls.getCalendar, {}),
    onSuccess: ({ fileName, ics }) => save(fileName, [ics], "text/calendar"),
    onError: (error) => toastFailure("Not downloaded", error),
  });
