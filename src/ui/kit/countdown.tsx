import { useEffect, useState } from "react";
import { millisecondsUntil } from "../clock.ts";

const clock = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** "1:43"; calls `onEnd` at 0:00. Hidden from screen readers, which would read it out every second. */
export function Countdown({ until, onEnd }: { until: string; onEnd?: () => void }) {
  const [left, setLeft] = useState(() => millisecondsUntil(until));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return onEnd?.();
    const timer = setInterval(() => setLeft(millisecondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until, isOver, onEnd]);
  return <span aria-hidden>{clock(left)}</span>;
}
