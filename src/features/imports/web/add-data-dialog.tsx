import { useState } from "react";
import { ValueForm } from "#features/metrics/web/value-form.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { useLeave } from "#ui/kit/use-leave.ts";
import { AddData, useStartAll } from "./add-data.tsx";

type Props = {
  start: "files" | "value";
  /** The figure to enter; daily revenue by default. */
  metric?: string;
  onClose: () => void;
};

/** The one door for data: files, or one figure by hand. Uploads and imports go on when it is closed. */
export default function AddDataDialog({ start, metric, onClose }: Props) {
  const [tab, setTab] = useState(start);
  const leaving = useLeave(onClose);
  const { note, button } = useStartAll();
  return (
    <Dialog
      wide
      title="Add data"
      description="From files your programs export, or typed in. Data stays on this installation."
      onClose={leaving.leave}
    >
      <DialogBody>
        <Tabs
          keeps
          label="Source"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "files", label: "Import files", content: <AddData leaving={leaving} /> },
            {
              value: "value",
              label: "Enter a value",
              content: <ValueForm {...(metric ? { metric } : {})} leaving={leaving} onDone={onClose} />,
            },
          ]}
        />
      </DialogBody>
      {leaving.asks ? (
        <LeaveFoot leaving={leaving} note="Nothing has been recorded yet." />
      ) : (
        tab === "files" && (
          <DialogFoot note={note} always>
            {button}
            <Button onClick={leaving.leave}>Close</Button>
          </DialogFoot>
        )
      )}
    </Dialog>
  );
}
