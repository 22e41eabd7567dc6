import { useDeferredValue } from "react";

/** False while a part of the page is rendered for the first time, true right after: for what is not seen at first. */
export const useOnceShown = (): boolean => useDeferredValue(true, false);

/** Takes the rows of a list that scrolls and how many of them show, gives these first and all of them right after. */
export function useGradually<Row>(rows: readonly Row[], showing: number): readonly Row[] {
  return useOnceShown() ? rows : rows.slice(0, showing);
}
