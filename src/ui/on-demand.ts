import { type ComponentType, createElement, useLayoutEffect, useState } from "react";
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

type State<Props extends object> = {
  Loaded?: ComponentType<Props> | undefined;
  isAway?: boolean;
  error?: Error;
};

/**
 * A component whose code loads when it is first shown, or before through `load`; then it shows at once. Meanwhile
 * `Waiting` is shown. While the server is unreachable it retries, showing `Away` or, without one, a toast; if the
 * server answers and the code is gone, it throws. No `lazy`: React keeps what Suspense shows meanwhile for at least
 * 300 ms, longer than the code takes to load.
 */
export function onDemand<Props extends object>(
  code: () => Promise<{ default: ComponentType<Props> }>,
  { Waiting, Away }: { Waiting?: ComponentType; Away?: ComponentType } = {},
) {
  let loaded: ComponentType<Props> | undefined;
  const load = async (): Promise<void> => {
    loaded ??= (await code()).default;
  };
  function OnDemand(props: Props) {
    const [{ Loaded, isAway, error }, setState] = useState<State<Props>>(() => ({ Loaded: loaded }));
    useLayoutEffect(() => {
      if (Loaded) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isShown = true;
      const attempt = async (): Promise<void> => {
        try {
          await load();
          if (isShown) setState({ Loaded: loaded });
        } catch (cause) {
          const isReachable = await isServerReachable();
          if (!isShown) return;
          if (isReachable) return setState({ error: new Error("The code is not there", { cause }) });
          if (Away) setState({ isAway: true });
          else if (timer === undefined)
            toast("Can't reach the server", "This opens as soon as the server answers.", "danger");
          timer = setTimeout(attempt, retryMs);
        }
      };
      void attempt();
      return () => {
        isShown = false;
        clearTimeout(timer);
      };
    }, [Loaded]);
    if (error) throw error;
    if (Loaded) return createElement(Loaded, props);
    const Instead = isAway ? Away : Waiting;
    return Instead ? createElement(Instead) : null;
  }
  return Object.assign(OnDemand, { load });
}
