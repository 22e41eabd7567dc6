import { useMutation, useQuery } from "@tanstack/react-query";
import { askForProof, proveAddress } from "#features/accounts/address/contract.ts";
import * as calls from "#features/notifications/push/contract.ts";
import { call } from "#ui/api.ts";
import { deviceHere, keepDevice, subscribeHere, unsubscribeHere } from "#ui/push-here.ts";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

export const usePush = () => useQuery(read(calls.getPush, {}));

const refreshPush = () => void refresh("push");

export const useAddDevice = (publicKey: string) =>
  useMutation({
    async mutationFn() {
      const device = await call(calls.addPushDevice, { body: await subscribeHere(publicKey) });
      keepDevice(device.id);
      return device;
    },
    onSuccess: () => toast("Notifications On", "What needs you appears on this device"),
    onError: (error) => toastFailure("Not switched on", error),
    onSettled: refreshPush,
  });

export const useRemoveDevice = () =>
  useMutation({
    async mutationFn(id: string) {
      const isHere = id === deviceHere();
      await call(calls.removePushDevice, { params: { id } });
      if (isHere) await unsubscribeHere();
    },
    onSuccess: () => toast("Notifications Off"),
    onError: (error) => toastFailure("Not switched off", error),
    onSettled: refreshPush,
  });

export const useTryDevice = () =>
  useSend(calls.tryPushDevice, (id: string) => ({ params: { id } }), {
    done: () => toast("Test Sent", "It arrives within seconds"),
    failed: "Not sent",
  });

export const useChoosePush = () =>
  useSend(calls.choosePush, (body: calls.PushChoices) => ({ body }), {
    done: (settings) => queryClient.setQueryData(keyOf(calls.getPush, {}), settings),
    failed: "Not changed",
    settled: refreshPush,
  });

export const useAskForProof = () => useSend(askForProof, null, { failed: "Not sent" });

export const useProveAddress = () =>
  useSend(proveAddress, (token: string) => ({ body: { token } }), {
    done: ({ address }) => toast("Address Confirmed", address),
    failed: "Not confirmed",
    settled: refreshPush,
  });
