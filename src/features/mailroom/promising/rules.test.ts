import { expect, test } from "vitest";
import { promisesIn } from "#features/mailroom/promising/rules.ts";

/** A Friday. */
const today = "2026-11-27";

test.each([
  ["We will refund £500 by 4 December 2026.", "2026-12-04"],
  ["We'll send the drawing by December 4th.", "2026-12-04"],
  ["I will call you tomorrow.", "2026-11-28"],
  ["I'll get back to you by Monday.", "2026-11-30"],
  ["You will receive it within 10 days.", "2026-12-07"],
  ["We will deliver in 2 weeks.", "2026-12-11"],
  ["We'll have it ready by the end of the month.", "2026-11-30"],
  ["We will answer next week.", "2026-12-04"],
  ["We will ship it on 2027-01-05.", "2027-01-05"],
  ["We will ship it on 3 January.", "2027-01-03"],
  ["We will refund you the fee.", "2026-12-04"],
  ["Wir liefern bis 12.12.2026.", "2026-12-12"],
  ["Ich melde mich morgen bei Ihnen.", "2026-11-28"],
  ["Ich melde mich übermorgen bei Ihnen.", "2026-11-29"],
  ["Wir erstatten Ihnen den Betrag bis Dienstag.", "2026-12-01"],
  ["Nous vous enverrons le devis avant le 5 décembre 2026.", "2026-12-05"],
  ["Vous recevrez la pièce lundi.", "2026-11-30"],
  ["Le enviaremos la factura el 10 de diciembre de 2026.", "2026-12-10"],
  ["Le invieremo il disegno entro 3 giorni.", "2026-11-30"],
  ["Wij sturen de onderdelen volgende week.", "2026-12-04"],
  ["We will pay by 10 December, and ship on 8 December.", "2026-12-08"],
])("%s is kept by %s", (sentence, dueOn) => {
  const found = promisesIn(`Dear Kim,\n\nThank you for your email. ${sentence}\n\nKind regards\nGrace`, today);
  expect(found).toMatchObject([{ words: sentence, dueOn }]);
});

test.each([
  "Your invoice over £500 was due on 3 May 2026.",
  "Thank you, we will look into it.",
  "Please pay by Monday.",
  "Here is what our records show:\n- Invoice INV-1037: £1,200.00, due on 31 October 2026, open",
  "A colleague will read your email before anything is decided.",
])("%s promises nothing", (text) => {
  expect(promisesIn(text, today)).toEqual([]);
});

test("a day that two countries read differently is none, and a promise without one says so", () => {
  expect(promisesIn("We will pay you on 4/5/2027.", today)).toMatchObject([{ isDayNamed: false, dueOn: "2026-12-04" }]);
  expect(promisesIn("We will pay you on 14/5/2027.", today)).toMatchObject([{ isDayNamed: true, dueOn: "2027-05-14" }]);
});
