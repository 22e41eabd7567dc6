import { useMutation } from "@tanstack/react-query";
import { initializeAgents, resetData, setupAgents, type WorkforceSetup } from "#features/setup/contract.ts";
import { call } from "#ui/api.ts";
import { refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

const refreshAll = () => {
  void refresh("dashboard", "agents", "decisions", "communications", "tasks", "authority", "company");
};

export const useSetupAgents = (onCreated: () => void) =>
  useMutation({
    mutationFn: (body: WorkforceSetup) => call(setupAgents, { body }),
    onSuccess: ({ agents }) => {
      toast("Success!", `Created ${agents.length} AI agents successfully`);
      refreshAll();
      onCreated();
    },
    onError: (error) => toastFailure("Error", error, "Failed to create agents"),
  });

export const useInitializeAgents = (onCreated?: () => void) =>
  useMutation({
    mutationFn: () => call(initializeAgents, {}),
    onSuccess: ({ message, created }) => {
      toast("Success", message || "AI workforce initialized");
      refreshAll();
      if (created > 0) onCreated?.();
    },
    onError: (error) => toastFailure("Error", error, "Failed to initialize AI workforce"),
  });

export const useResetData = () =>
  useMutation({
    mutationFn: () => call(resetData, {}),
    onSuccess: ({ resetItems: { agents, decisions, communications } }) => {
      toast(
        "Data Reset Complete",
        `Reset ${agents} agents, ${decisions} decisions, and ${communications} communications`,
      );
      refreshAll();
    },
    onError: (error) => toastFailure("Reset Failed", error, "Failed to reset company data"),
  });
