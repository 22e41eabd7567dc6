import { Users } from "lucide-react";
import { useState } from "react";
import { useMay } from "#features/accounts/web/queries.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { createParties, type PartyKind } from "#features/records/naming/contract.ts";
import { onDemand } from "#ui/on-demand.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { useProposedParties } from "./queries.ts";

const NamesDialog = onDemand(() => import("./names-dialog.tsx"));

/** Offers to create customers or vendors from the names on other records; nothing if there are none. */
export function NameOffer({ kind }: { kind: PartyKind }) {
  const canWrite = useMay(createParties);
  const { data } = useProposedParties(kind, canWrite);
  const [isOpen, setOpen] = useState(false);
  const names = (data?.create.length ?? 0) + (data?.similar.length ?? 0);
  if (!data || names === 0) return null;
  const { one, many } = kindNames[kind];
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-sunken px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        Your records name {plural(names, one, many)} that {names === 1 ? "is" : "are"} not in this list.
      </p>
      <Button small onClick={() => setOpen(true)}>
        <Users size={14} strokeWidth={1.75} aria-hidden />
        {data.create.length > 0
          ? `Create ${plural(data.create.length, one, many)} from names in your records`
          : "Review names"}
      </Button>
      {isOpen && <NamesDialog kind={kind} found={data} onClose={() => setOpen(false)} />}
    </div>
  );
}
