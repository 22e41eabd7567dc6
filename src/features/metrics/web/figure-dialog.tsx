import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { useLeave } from "#ui/kit/use-leave.ts";
import { ValueForm } from "./value-form.tsx";

type Props = { metric: string; name: string; onClose: () => void };

/** Adds one figure of one day. */
export default function FigureDialog({ metric, name, onClose }: Props) {
  const leaving = useLeave(onClose);
  return (
    <Dialog
      title={`Add ${name}`}
      description="The latest figure you know. You can correct it later."
      onClose={leaving.leave}
    >
      <DialogBody>
        <ValueForm fixed metric={metric} leaving={leaving} onDone={onClose} />
      </DialogBody>
      {leaving.asks && <LeaveFoot leaving={leaving} note="Nothing has been recorded yet." />}
    </Dialog>
  );
}
