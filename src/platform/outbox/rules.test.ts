import { expect, test } from "vitest";
import { isBeyondDoubt, mustLook, nextOf, restAfter } from "#platform/outbox/rules.ts";

const keyed = { class: "keyed" } as const;
const once = { class: "once" } as const;
const mail = { class: "keyed", doubts: 2 } as const;
const busy = { failed: "Busy.", again: true } as const;
const lost = { unknown: "No answer." } as const;

test("five attempts, with longer and longer pauses, unless the receiver asks for more", () => {
  const waits = [1, 2, 3, 4, 5].map((attempts) => nextOf(keyed, { attempts, doubts: 0 }, busy));
  expect(waits.map((next) => ("afterMs" in next ? next.afterMs : next.status))).toEqual([
    30_000,
    120_000,
    600_000,
    3_600_000,
    "failed",
  ]);
  const asked = (afterMs: number) => nextOf(keyed, { attempts: 1, doubts: 0 }, { ...busy, afterMs });
  expect([asked(90_000), asked(1), asked(1e12)]).toMatchObject([
    { afterMs: 90_000 },
    { afterMs: 30_000 },
    { afterMs: 86_400_000 },
  ]);
});

test("what may have arrived is never called failed", () => {
  expect(nextOf(keyed, { attempts: 5, doubts: 1 }, busy)).toMatchObject({ status: "unknown" });
  expect(nextOf(keyed, { attempts: 2, doubts: 1 }, { failed: "No.", again: false })).toMatchObject({
    status: "unknown",
  });
  expect(nextOf(keyed, { attempts: 1, doubts: 0 }, { failed: "No.", again: false })).toMatchObject({
    status: "failed",
  });
});

test("a delivery whose cause is gone is cancelled, unless it may have arrived", () => {
  const gone = { cancelled: "A person answered it." };
  expect(nextOf(once, { attempts: 1, doubts: 0 }, gone)).toEqual({ status: "cancelled", answer: gone.cancelled });
  expect(nextOf(once, { attempts: 2, doubts: 1 }, gone)).toMatchObject({ status: "unknown" });
});

test("a lost response: a keyed delivery goes again, a mail once more, one that may go once waits for a look", () => {
  expect(nextOf(keyed, { attempts: 4, doubts: 3 }, lost)).toMatchObject({ status: "held", doubts: 4 });
  expect(nextOf(mail, { attempts: 1, doubts: 0 }, lost)).toMatchObject({ status: "held", doubts: 1 });
  expect(nextOf(mail, { attempts: 2, doubts: 1 }, lost)).toMatchObject({ status: "unknown" });
  expect(nextOf(once, { attempts: 1, doubts: 0 }, lost)).toMatchObject({ status: "unknown" });
  expect([mustLook(once, 0), mustLook(once, 1), mustLook(keyed, 1)]).toEqual([false, true, false]);
});

test("a sender that is lost again and again is not followed for ever", () => {
  expect(isBeyondDoubt(mail, { attempts: 2, doubts: 1 })).toBe(false);
  expect(isBeyondDoubt(mail, { attempts: 3, doubts: 2 })).toBe(true);
  expect([5, 6].map((attempts) => isBeyondDoubt(keyed, { attempts, doubts: attempts - 1 }))).toEqual([false, true]);
});

test("a destination rests after five failures in a row, longer and longer", () => {
  expect([4, 5, 6, 7, 20, 1_000].map(restAfter)).toEqual([0, 60_000, 120_000, 240_000, 600_000, 600_000]);
});
