import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/** Why a dialog does not close at once: unsaved input, or a request under way. */
type Hold = "unsaved" | "sending" | null;
export type Leaving = ReturnType<typeof useLeave>;

/**
 * Asks before unsaved input is lost: on closing the dialog, on the browser's Back and on closing the page. Forms report
 * what would be lost with `useUnsaved` and are asked at that moment. During a request (`useSending`) the dialog just
 * stays open.
 */
export function useLeave(onClose: () => void) {
  const [asks, setAsks] = useState(false);
  const forms = useRef(new Set<() => Hold>());
  const currentHold = useCallback((): Hold => {
    const holds = [...forms.current].map((check) => check());
    return holds.find((hold) => hold === "sending") ?? holds.find((hold) => hold === "unsaved") ?? null;
  }, []);
  const leave = () => {
    const hold = currentHold();
    if (hold === null) onClose();
    else setAsks(hold === "unsaved");
  };
  const join = useCallback((check: () => Hold) => {
    forms.current.add(check);
    return () => void forms.current.delete(check);
  }, []);
  /** Withdraws the question once the input was sent or another step is shown. */
  const settle = useCallback(() => {
    if (currentHold() !== "unsaved") setAsks(false);
  }, [currentHold]);

  useLayoutEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => currentHold() && event.preventDefault();
    // A second Back without interaction in between succeeds: browsers never trap a user.
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== "traverse" || !event.cancelable || !currentHold()) return;
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

/** Reports unsaved input; evaluated before the next key, which may be Escape. */
export function useUnsaved(leaving: Leaving, isUnsaved: () => boolean): void {
  useHold(leaving, () => (isUnsaved() ? "unsaved" : null));
}

/** Reports a request under way. */
export function useSending(leaving: Leaving, isSending: boolean): void {
  useHold(leaving, () => (isSending ? "sending" : null));
}

function useHold({ join, settle }: Leaving, check: () => Hold): void {
  useLayoutEffect(() => join(check));
  // Runs after the layout effects, when every form of the dialog has joined again.
  useEffect(() => {
    settle();
    return settle;
  });
}

/** `useUnsaved` for react-hook-form: whether any value changed since the form opened. */
export function useUnsavedForm<Values extends FieldValues, Context, Read extends FieldValues>(
  leaving: Leaving,
  { formState: { defaultValues }, getValues }: UseFormReturn<Values, Context, Read>,
): void {
  useUnsaved(leaving, () => {
    const initial = defaultValues as Record<string, unknown> | undefined;
    return Object.entries(getValues()).some(([name, value]) => asText(value) !== asText(initial?.[name]));
  });
}

/** Empty and missing values are equal. */
const asText = (value: unknown): string =>
  JSON.stringify([value], (_, each) => (each === "" || each == null ? undefined : each));
