import { useMutation, useQuery } from "@tanstack/react-query";
import { askForProof, proveAddress } from "#features/accounts/address/contract.ts";
import * as calls from "#features/notifications/push/contract.ts";
import { call } from "#ui/api.ts";
import { deviceHere, keepDevice, subscribeHere, unsubscribeHere } from "#ui/push-here.ts";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";
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
  useMutation({
    mutationFn: (id: string) => call(calls.tryPushDevice, { params: { id } }),
    onSuccess: () => toast("Test Sent", "It arrives within seconds"),
    onError: (error) => toastFailure("Not sent", error),
  });

export const useChoosePush = () =>
  useMutation({
    mutationFn: (body: calls.PushChoices) => call(calls.choosePush, { body }),
    onSuccess: (settings) => queryClient.setQueryData(keyOf(calls.getPush, {}), settings),
    onError: (error) => toastFailure("Not changed", error),
    onSettled: refreshPush,
  });

export const useAskForProof = () =>
  useMutation({
    mutationFn: () => call(askForProof, {}),
    onError: (error) => toastFailure("Not sent", error),
  });

export const useProveAddress = () =>
  useMutation({
    mutationFn: (token: string) => call(proveAddress, { body: { token } }),
    onSuccess: ({ address }) => toast("Address Confirmed", address),
    onError: (error) => toastFailure("Not confirmed", error),
    onSettled: refreshPush,
  });
