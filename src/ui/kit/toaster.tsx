import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useState } from "react";
import { millisecondsUntil } from "../clock.ts";
import { dismissToast, type Toast, useToast } from "../toast.ts";
import { Countdown } from "./countdown.tsx";

const duration = 5_000;

/**
 * The one toast, in the live region of its tone; both regions exist, empty, from the start. It avoids buttons at the
 * bottom of the screen (data-foot), and on wide screens sits above a dialog's heading (data-dialog).
 */
export function Toaster() {
  const toast = useToast();
  return (
    <div
      data-toasts
      className="pointer-events-none fixed right-4 bottom-4 left-4 z-50 in-[:has([data-foot])]:bottom-20 max-md:in-[:has([data-places])]:bottom-20 md:left-auto md:w-[380px] md:in-[:has([data-dialog])]:inset-x-0 md:in-[:has([data-dialog])]:top-2 md:in-[:has([data-dialog])]:bottom-auto md:in-[:has([data-dialog])]:mx-auto"
    >
      <div role="status" aria-live="polite">
        {toast?.tone === "success" && <Card key={toast.id} toast={toast} />}
      </div>
      <div role="alert" aria-live="assertive">
        {toast?.tone === "danger" && <Card key={toast.id} toast={toast} />}
      </div>
    </div>
  );
}

/** Disappears after five seconds, or when its undo expires; the timer pauses on hover and focus. */
function Card({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused) return;
    const stays = toast.until ? millisecondsUntil(toast.until) : duration;
    const timer = setTimeout(() => dismissToast(toast.id), stays);
    return () => clearTimeout(timer);
  }, [toast.id, toast.until, paused]);

  return (
    <div
      data-toast
      data-tone={toast.tone}
      data-testid="toast"
      className="pointer-events-auto flex w-full animate-fade items-start gap-2.5 rounded-card bg-raised px-3.5 py-3 text-sm shadow-lift"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toast.tone === "danger" ? (
        <CircleAlert size={16} className="mt-0.5 flex-none text-danger" aria-hidden />
      ) : (
        <CircleCheck size={16} className="mt-0.5 flex-none text-success" aria-hidden />
      )}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className="font-semibold">{toast.title}</div>
        {toast.text && <p className="text-ink-2">{toast.text}</p>}
      </div>
      {toast.undo && (
        <button
          type="button"
          className="-my-1 min-h-7 flex-none rounded-badge px-1.5 font-medium text-accent hover:bg-sunken"
          onClick={() => {
            dismissToast(toast.id);
            toast.undo?.();
          }}
        >
          Undo
          {toast.until && (
            <span className="num ml-1.5 font-normal text-ink-3">
              <Countdown until={toast.until} />
            </span>
          )}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="-m-1 grid size-6 flex-none place-items-center rounded-badge text-ink-3 hover:bg-sunken hover:text-ink"
        onClick={() => dismissToast(toast.id)}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}
