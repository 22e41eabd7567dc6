import { useMay } from "#features/accounts/web/queries.ts";
import { resetData } from "#features/setup/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { useResetData } from "./queries.ts";

const question =
  "Are you sure you want to reset all company data? This will delete all agents, decisions, and communications. This action cannot be undone.";

export function useConfirmedReset(): { ask: () => void; isPending: boolean } {
  const { mutate, isPending } = useResetData();
  return { ask: () => window.confirm(question) && mutate(), isPending };
}

export function ResetButton() {
  const { ask, isPending } = useConfirmedReset();
  if (!useMay(resetData)) return null;
  return (
    <Button look="quiet" small pending={isPending} onClick={ask}>
      Reset Data
    </Button>
  );
}
