import { Check, CircleAlert, Clock3 } from "lucide-react";
import type { ReactNode } from "react";
import { Spinner } from "./button.tsx";

export type Progress = {
  name: string;
  state: "waiting" | "running" | "done" | "failed";
  /** 0 to 1; omitted if unknown. */
  share?: number | null;
  note?: ReactNode;
};

const marks: Record<Progress["state"], ReactNode> = {
  waiting: <Clock3 size={16} aria-hidden />,
  running: <Spinner size={16} />,
  done: <Check size={16} className="text-success" aria-hidden />,
  failed: <CircleAlert size={16} className="text-danger" aria-hidden />,
};
const stateNames = { waiting: "waiting", running: "in progress", done: "done", failed: "failed" };

/** The steps of a long task; the current one has a progress bar and a note. */
export const ProgressRows = ({ steps }: { steps: readonly Progress[] }) => (
  <ul>
    {steps.map((step) => (
      <li
        key={step.name}
        className={`flex min-h-10 items-center gap-3 border-t border-line py-2 ${step.state === "waiting" ? "text-ink-3" : ""}`}
      >
        <span className="text-ink-2">{marks[step.state]}</span>
        <span className="min-w-0 flex-1">
          {step.name}
          <span className="sr-only">: {stateNames[step.state]}</span>
          {step.state === "running" && step.share != null && <ProgressBar name={step.name} share={step.share} />}
        </span>
        <span className="num text-sm text-ink-3">{step.note}</span>
      </li>
    ))}
  </ul>
);

/** `share`: 0 to 1. */
export const ProgressBar = ({ name, share }: { name: string; share: number }) => (
  <span
    role="progressbar"
    aria-label={name}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
    className="my-1 block h-[3px] overflow-hidden rounded-[2px] bg-pressed"
  >
    <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
  </span>
);
