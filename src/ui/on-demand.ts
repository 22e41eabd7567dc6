import { type ComponentType, createElement, lazy, useEffect, useState } from "react";
import { toast } from "./toast.ts";

const retryMs = 3_000;

/** Whether the server answers now. */
export const isServerReachable = (): Promise<boolean> =>
  fetch("/livez", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A handler that loads code before it is shown; a failure is handled when it is shown. */
export const preload = (code: () => Promise<unknown>) => (): void => void code().catch(() => undefined);

/**
 * A component whose code loads when it is first shown. While the server is unreachable it retries, showing `Away`
 * or, without one, a toast; if the server answers and the code is gone, it throws.
 */
export function onDemand<Props extends object>(
  code: () => Promise<{ default: ComponentType<Props> }>,
  Away?: ComponentType,
): ComponentType<Props> {
  function Retried(props: Props) {
    const [state, setState] = useState<{ Loaded?: ComponentType<Props>; error?: Error }>({});
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isShown = true;
      const attempt = () =>
        code().then(
          ({ default: Loaded }) => isShown && setState({ Loaded }),
          async (cause: unknown) => {
            const isReachable = await isServerReachable();
            if (!isShown) return;
            if (isReachable) setState({ error: new Error("The code is not there", { cause }) });
            else timer = setTimeout(attempt, retryMs);
          },
        );
      if (!Away) toast("Can't reach the server", "This opens as soon as the server answers.", "danger");
      void attempt();
      return () => {
        isShown = false;
        clearTimeout(timer);
      };
    }, []);
    if (state.error) throw state.error;
    if (state.Loaded) return createElement(state.Loaded, props);
    return Away ? createElement(Away) : null;
  }
  return lazy(() =>
    code().catch(async (error: unknown) => {
      if (await isServerReachable()) throw error;
      return { default: Retried };
    }),
  );
}
