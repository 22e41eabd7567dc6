import { growthMb, holdBytes } from "./bytes-under-way.ts";
import type { Fault, FaultOutcome } from "./fault.ts";
import { lateMs } from "./livez.ts";

const lines = 60;

export const fault: Fault = {
  id: "R32",
  title: "uploads that never end, answers that are never read",
  promise: `${lines} uploads without their last byte and ${lines} connections with unread answers cost less than ${growthMb} MB, which come back; /livez is answered within ${lateMs} ms; slow honest uploads and readers are served.`,
  async run({ databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) {
      const { refused, ended, before, peak, after, asked, longestMs, late, honest, violations } = await holdBytes(
        database,
        lines,
        say,
      );
      outcomes[database] = {
        injected: `one member sent ${lines} files of 25 MB without their last byte, then asked for large answers over ${lines} connections and read none.`,
        hit: `${refused} bodies were refused unread, ${ended} connections ended for being slow.`,
        figures: {
          memory: `${Math.round(before)} MB before, ${Math.round(peak)} MB at most, ${Math.round(after)} MB afterwards.`,
          livez: `asked ${asked} times, longest answer ${Math.round(longestMs)} ms without what the machine gave to others meanwhile; ${late}.`,
          others: `${honest}.`,
        },
        isVoid: refused + ended === 0,
        violations,
      };
    }
    return outcomes;
  },
};
