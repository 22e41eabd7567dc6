import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/** Why a dialog does not close at once: something typed would be lost, or its request is on its way. */
type Hold = "unsaved" | "sending" | null;
export type Leaving = ReturnType<typeof useLeave>;

/**
 * Asks before what was typed is lost: on closing the dialog and on the browser's Back here, on closing the page in the
 * browser's own words. The forms in the dialog say what would be lost (`useUnsaved`), and are asked at that very moment.
 * While a request is on its way (`useSending`) the dialog stays without asking: what becomes of it is not known yet.
 */
export function useLeave(onClose: () => void) {
  const [asks, setAsks] = useState(false);
  const forms = useRef(new Set<() => Hold>());
  const held = useCallback((): Hold => {
    const holds = [...forms.current].map((ask) => ask());
    return holds.find((hold) => hold === "sending") ?? holds.find((hold) => hold === "unsaved") ?? null;
  }, []);
  const leave = () => {
    const hold = held();
    if (hold === null) onClose();
    else setAsks(hold === "unsaved");
  };
  const join = useCallback((ask: () => Hold) => {
    forms.current.add(ask);
    return () => void forms.current.delete(ask);
  }, []);
  /** The question goes with what it was about: that was sent, or another step is shown. */
  const settle = useCallback(() => {
    if (held() !== "unsaved") setAsks(false);
  }, [held]);

  useLayoutEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => held() && event.preventDefault();
    // A second Back without a touch in between goes: browsers let nobody be held against their will.
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== "traverse" || !event.cancelable || !held()) return;
      event.preventDefault();
      leave();
    };
    const history = "navigation" in window ? window.navigation : null;
    window.addEventListener("beforeunload", onUnload);
    history?.addEventListener("navigate", onNavigate);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      history?.removeEventListener("navigate", onNavigate);
    };
  });
  return { asks, leave, join, settle, stay: () => setAsks(false), discard: onClose };
}

/** Says whether closing would lose something; known before the next key, which may be Escape. */
export function useUnsaved(leaving: Leaving, isUnsaved: () => boolean): void {
  useHold(leaving, () => (isUnsaved() ? "unsaved" : null));
}

/** Says whether a request of the dialog is on its way. */
export function useSending(leaving: Leaving, isSending: boolean): void {
  useHold(leaving, () => (isSending ? "sending" : null));
}

function useHold({ join, settle }: Leaving, ask: () => Hold): void {
  useLayoutEffect(() => join(ask));
  // Behind the layout effects, so that every form of the dialog has joined again.
  useEffect(() => {
    settle();
    return settle;
  });
}

/** The same for a form of the form's library: whether a value is another than at its opening. */
export function useUnsavedForm<Values extends FieldValues, Context, Read extends FieldValues>(
  leaving: Leaving,
  { formState: { defaultValues }, getValues }: UseFormReturn<Values, Context, Read>,
): void {
  useUnsaved(leaving, () => {
    const opened = defaultValues as Record<string, unknown> | undefined;
    return Object.entries(getValues()).some(([name, value]) => written(value) !== written(opened?.[name]));
  });
}

/** As text; an empty field is the same as none. */
const written = (value: unknown): string =>
  JSON.stringify([value], (_, each) => (each === "" || each == null ? undefined : each));
