import { letterDiscarded, letterSent, takenOver } from "#features/mailroom/events.ts";
import { learn, review } from "#features/mailroom/learning/service.ts";
import { keepPromises } from "#features/mailroom/promising/service.ts";
import { remember } from "#features/mailroom/remembering/service.ts";
import { defineListener, type Listener } from "#platform/jobs/background.ts";

/** What follows from an answer that was sent, or a draft that a person left. */
export const listeners: readonly Listener[] = [
  defineListener<unknown>({
    name: "mail-answered",
    on: [letterSent, letterDiscarded, takenOver],
    async run(tx, { id, type }) {
      if (id === null) return;
      await review(tx, id);
      if (type !== letterSent.type) return;
      await learn(tx, id);
      await keepPromises(tx, id);
      await remember(tx, id);
    },
  }),
];
