import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { setUser, useCompany } from "#features/accounts/web/queries.ts";
import * as calls from "#features/privacy/contract.ts";
import { call } from "#ui/api.ts";
import { forgetDrafts } from "#ui/draft.ts";
import { read, refresh } from "#ui/query.ts";
import { report } from "#ui/report.ts";
import { save } from "#ui/save.ts";
import { toast } from "#ui/toast.ts";
import { today } from "#ui/clock.ts";

/** A failed load is logged, without a toast. */
function useLogged<T extends { error: Error | null }>(query: T, what: string): T {
  const { error } = query;
  useEffect(() => {
    if (error) report(what, error);
  }, [error, what]);
  return query;
}

export const usePrivacySettings = () =>
  useLogged(useQuery(read(calls.getSettings, {})), "The privacy settings could not be loaded");
export const useProcessing = () =>
  useLogged(useQuery(read(calls.getProcessing, {})), "The processing log could not be loaded");
export const useActions = () => useQuery({ ...read(calls.getActions, {}), staleTime: 0 });

/** Throws the sentence of a refusal, which comes as `success: false`. */
async function orThrow<T extends { success: boolean; error?: string | undefined }>(answer: Promise<T>): Promise<T> {
  const found = await answer;
  if (!found.success) throw new Error(found.error);
  return found;
}

/** The switch moves once the server has saved it. */
export const useChangeSettings = () =>
  useMutation({
    mutationFn: (body: Partial<calls.Settings>) => orThrow(call(calls.changeSettings, { body })),
    onSuccess: async () => {
      await refresh("privacy");
      toast("Privacy settings updated", "Your privacy preferences have been saved successfully.");
    },
    onError: () => toast("Error", "Failed to update privacy settings. Please try again.", "danger"),
  });

/** Downloads what a call exports as one JSON file. */
function useExport(endpoint: typeof calls.exportOwn, name: string, done: string) {
  const { timeZone } = useCompany();
  return useMutation({
    mutationFn: () => orThrow(call(endpoint, {})),
    onSuccess: ({ exportData }) => {
      save(`${name}-${today(timeZone)}.json`, [JSON.stringify(exportData, null, 2)], "application/json");
      void refresh("privacy");
      toast("Data exported successfully", done);
    },
    onError: () => toast("Export failed", "Failed to export your data. Please try again.", "danger"),
  });
}

export const useExportOwn = () =>
  useExport(calls.exportOwn, "privacy-export", "Your personal data has been downloaded as a JSON file.");
export const useExportCompany = () =>
  useExport(calls.exportCompany, "company-export", "The company's data has been downloaded as a JSON file.");

/** Downloads a closed company by the token its last admin was given. */
export const useExportClosed = (token: string) =>
  useMutation({
    mutationFn: () => orThrow(call(calls.exportClosed, { body: { token } })),
    onSuccess: ({ exportData }) =>
      save("company-export.json", [JSON.stringify(exportData, null, 2)], "application/json"),
  });

/** Leaves this browser signed out. */
export const useDeleteOwn = () =>
  useMutation({
    mutationFn: (given: { reason: string; company?: "now" | "in 30 days" }) =>
      orThrow(call(calls.deleteOwn, { body: { confirmDeletion: true, password: "not asked for", ...given } })),
    onSuccess: ({ download }) => {
      // Loads the page anew, because signing out here would lead to the sign-in page.
      if (download) return location.assign(download);
      setUser(null);
      forgetDrafts();
      toast("Data deletion successful", "All your personal data has been permanently deleted.");
    },
    onError: () => toast("Deletion failed", "Failed to delete your data. Please contact support.", "danger"),
  });
