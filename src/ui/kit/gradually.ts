import { useDeferredValue } from "react";

/** False during the first render of a component, true right after; for content below the fold. */
export const useDeferredMount = (): boolean => useDeferredValue(true, false);

/** The first `showing` rows of a scrolling list at first, all of them right after. */
export function useGradually<Row>(rows: readonly Row[], showing: number): readonly Row[] {
  return useDeferredMount() ? rows : rows.slice(0, showing);
}
