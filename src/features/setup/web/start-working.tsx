import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { getOversightStatus } from "#features/oversight/contract.ts";
import { startWorking } from "#features/setup/starting/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { read, refreshAll } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast } from "#ui/toast.ts";

const parts = [
  ["Agents", "may propose: they look at your records and write proposals, letters and tasks."],
  ["Oversight", "is on: it watches every agent and pauses one that behaves oddly."],
  ["Auto-pilot", "is on: it looks for work every 30 minutes, never at night, at most 40 runs a day."],
] as const;

/** Asks once whether agents may begin; where oversight was ever on, it was asked. */
export function StartWorking({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(read(getOversightStatus, {}));
  const isAsked = error !== null || (data !== undefined && data.since !== null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isAsked) close();
  }, [isAsked]);
  const start = useSend(startWorking, null, {
    done: async ({ message }) => {
      toast("Your agents are at work", message);
      onClose();
      await refreshAll();
    },
    failed: "Not started",
  });
  if (!data || isAsked) return null;
  return (
    <>
      <DialogBody>
        <h3 className="font-semibold">Let agents prepare work on their own?</h3>
        <p className="mt-1 mb-4 text-ink-2">Nothing is spent or sent without you.</p>
        <ul>
          {parts.map(([name, text]) => (
            <li key={name} className="border-t border-line py-2.5">
              <span className="font-medium">{name}</span> <span className="text-ink-2">{text}</span>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFoot note="You can change each of them, or stop everything, at any time.">
        <Button disabled={start.isPending} onClick={onClose}>
          Not now
        </Button>
        <Button look="primary" pending={start.isPending} onClick={() => start.mutate()}>
          Yes, let them start
        </Button>
      </DialogFoot>
    </>
  );
}

/** The same question after the workforce was created without the wizard. */
export default function StartWorkingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Start your agents" description="Asked once, after the workforce is created." onClose={onClose}>
      <StartWorking onClose={onClose} />
    </Dialog>
  );
}
