import { useMutation, useQuery } from "@tanstack/react-query";
import type { Scope } from "#contract/scopes.ts";
import * as calls from "#features/accounts/assistants/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";

export const useAssistants = () => useQuery({ ...read(calls.listAssistants, {}), staleTime: 0 });

export const useRemoveAssistant = () =>
  useMutation({
    mutationFn: (id: string) => call(calls.removeAssistant, { params: { id } }),
    onSettled: () => void refresh("assistants"),
  });

export const useConsent = (request: string) => useQuery(read(calls.getConsent, { params: { request } }));

/** Answers a request, with the scopes that are given, or none, and leads the browser on. */
export const useAnswerConsent = (request: string) =>
  useMutation({
    mutationFn: (scopes: Scope[] | null) =>
      scopes === null
        ? call(calls.refuseConsent, { params: { request } })
        : call(calls.giveConsent, { params: { request }, body: { scopes } }),
    onSuccess: (next) => location.assign(next.location),
  });

export const useClients = () => useQuery(read(calls.listClients, {}));

export const useAddClient = (onDone: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof calls.addClient>["body"]) => call(calls.addClient, { body }),
    onSuccess: onDone,
    onSettled: () => void refresh("assistant-clients"),
  });

export const useRemoveClient = () =>
  useMutation({
    mutationFn: (id: string) => call(calls.removeClient, { params: { id } }),
    onSettled: () => void refresh("assistant-clients", "assistants"),
  });
