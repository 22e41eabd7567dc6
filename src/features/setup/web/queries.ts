import { initializeAgents, resetData, setupAgents, type WorkforceSetup } from "#features/setup/contract.ts";
import { refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

const refreshAll = () => {
  void refresh("dashboard", "agents", "decisions", "communications", "tasks", "authority", "company");
};

export const useSetupAgents = (onCreated: () => void) =>
  useSend(setupAgents, (body: WorkforceSetup) => ({ body }), {
    done: ({ agents }) => {
      toast("Success!", `Created ${agents.length} AI agents successfully`);
      refreshAll();
      onCreated();
    },
    failed: (error) => toastFailure("Error", error, "Failed to create agents"),
  });

export const useInitializeAgents = (onCreated?: () => void) =>
  useSend(initializeAgents, null, {
    done: ({ message, created }) => {
      toast("Success", message || "AI workforce initialized");
      refreshAll();
      if (created > 0) onCreated?.();
    },
    failed: (error) => toastFailure("Error", error, "Failed to initialize AI workforce"),
  });

export const useResetData = () =>
  useSend(resetData, null, {
    done: ({ resetItems: { agents, decisions, communications } }) => {
      toast(
        "Data Reset Complete",
        `Reset ${agents} agents, ${decisions} decisions, and ${communications} communications`,
      );
      refreshAll();
    },
    failed: (error) => toastFailure("Reset Failed", error, "Failed to reset company data"),
  });
