import { useQuery } from "@tanstack/react-query";
import { type CompanyDetails, getDetails, setTargets, setupCompany } from "#features/setup/company/contract.ts";
import { plural } from "#ui/format.ts";
import { keyOf, queryClient, read, refreshAll } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** Not cached after the page closes, because the form starts from it. */
export const useCompanyDetails = () => useQuery({ ...read(getDetails, {}), gcTime: 0 });

/** The name is shown everywhere, so everything is refetched. */
function updateCache(details: CompanyDetails): void {
  queryClient.setQueryData(keyOf(getDetails, {}), details);
  void refreshAll();
}

export const useSetupCompany = () =>
  useSend(setupCompany, "body", {
    done: (details) => {
      toast("Company Setup Updated", details.name);
      updateCache(details);
    },
    failed: (error) => toastFailure("Error", error, "Failed to update company setup"),
  });

export const useSetTargets = () =>
  useSend(setTargets, "body", {
    done: (details) => {
      const tracked = details.targets.filter(({ isTracked }) => isTracked).length;
      toast("Goals Updated", `${plural(tracked, "goal")} tracked`);
      updateCache(details);
    },
    failed: (error) => toastFailure("Error", error, "Failed to update the goals"),
  });
