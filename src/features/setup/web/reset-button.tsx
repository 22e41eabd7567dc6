import { useMay } from "#features/accounts/web/queries.ts";
import { resetData } from "#features/setup/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { useResetData } from "./queries.ts";

const question =
  "Are you sure you want to reset all company data? This will delete all agents, decisions, and communications. This action cannot be undone.";

export function ResetButton() {
  const reset = useResetData();
  if (!useMay(resetData)) return null;
  return (
    <Button look="quiet" small pending={reset.isPending} onClick={() => window.confirm(question) && reset.mutate()}>
      Reset Data
    </Button>
  );
}
