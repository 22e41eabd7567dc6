/** The classes of the settings' tables. */
export const cell = "border-t border-line py-2 pr-4 align-top last:pr-0";
export const heading = "py-1.5 pr-4 last:pr-0 text-left text-sm font-normal text-ink-3";
export const right = "text-right num";
/** Columns hidden on a phone. */
export const wide = "max-md:hidden";
