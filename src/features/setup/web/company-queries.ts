import { useMutation, useQuery } from "@tanstack/react-query";
import { type CompanyDetails, getDetails, setTargets, setupCompany } from "#features/setup/company/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { plural } from "#ui/format.ts";
import { keyOf, queryClient, read, refreshAll } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** Not cached after the page closes, because the form starts from it. */
export const useCompanyDetails = () => useQuery({ ...read(getDetails, {}), gcTime: 0 });

/** The name is shown everywhere, so everything is refetched. */
function updateCache(details: CompanyDetails): void {
  queryClient.setQueryData(keyOf(getDetails, {}), details);
  void refreshAll();
}

export const useSetupCompany = () =>
  useMutation({
    mutationFn: (body: Sent<typeof setupCompany>["body"]) => call(setupCompany, { body }),
    onSuccess: (details) => {
      toast("Company Setup Updated", details.name);
      updateCache(details);
    },
    onError: (error) => toastFailure("Error", error, "Failed to update company setup"),
  });

export const useSetTargets = () =>
  useMutation({
    mutationFn: (body: Sent<typeof setTargets>["body"]) => call(setTargets, { body }),
    onSuccess: (details) => {
      const tracked = details.targets.filter(({ isTracked }) => isTracked).length;
      toast("Goals Updated", `${plural(tracked, "goal")} tracked`);
      updateCache(details);
    },
    onError: (error) => toastFailure("Error", error, "Failed to update the goals"),
  });
