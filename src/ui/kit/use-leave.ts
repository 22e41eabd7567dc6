import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

export type Leaving = ReturnType<typeof useLeave>;

/**
 * Asks before what was typed is lost: on closing the dialog and on the browser's Back here, on closing the page in the
 * browser's own words. The forms in the dialog say what would be lost (`useUnsaved`), and are asked at that very moment.
 */
export function useLeave(onClose: () => void) {
  const [asks, setAsks] = useState(false);
  const forms = useRef(new Set<() => boolean>());
  const isUnsaved = () => [...forms.current].some((ask) => ask());
  const leave = () => (isUnsaved() ? setAsks(true) : onClose());
  const join = useCallback((ask: () => boolean) => {
    forms.current.add(ask);
    return () => void forms.current.delete(ask);
  }, []);

  useLayoutEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault();
    // A second Back without a touch in between goes: browsers let nobody be held against their will.
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== "traverse" || !event.cancelable || !isUnsaved()) return;
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
  return { asks, leave, join, stay: () => setAsks(false), discard: onClose };
}

/** Says whether closing would lose something; known before the next key, which may be Escape. */
export function useUnsaved({ join }: Leaving, isUnsaved: () => boolean): void {
  useLayoutEffect(() => join(isUnsaved));
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
