import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/notifications/contract.ts";
import { call } from "#ui/api.ts";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";
import { toastFailure } from "#ui/toast.ts";

/** Undefined until loaded. */
export const useUnread = (): number | undefined => useQuery(read(calls.countNotifications, {})).data?.unread;

export const useNotifications = (view: calls.NotificationView) =>
  useInfiniteQuery({
    queryKey: [...keyOf(calls.listNotifications, { query: { view } }), "pages"],
    queryFn: ({ signal, pageParam: cursor }: { signal: AbortSignal; pageParam: string | undefined }) =>
      call(calls.listNotifications, { query: { view, cursor } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

const readMutation = {
  onSuccess: (answer: { unread: number }) => {
    queryClient.setQueryData(keyOf(calls.countNotifications, {}), answer);
    return refresh("notifications");
  },
  onError: (error: Error) => toastFailure("Not marked as read", error),
};

export const useRead = () =>
  useMutation({ mutationFn: (id: string) => call(calls.readNotification, { params: { id } }), ...readMutation });

export const useReadAll = () =>
  useMutation({ mutationFn: (until: string) => call(calls.readNotifications, { body: { until } }), ...readMutation });
