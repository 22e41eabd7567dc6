import { describe, expect, test } from "vitest";
import { foreignLanguage } from "#agency/model/language.ts";

const english = "How much do customers owe us?";
const answers = {
  English: "Customers owe you {f1} in all, most of it by Müller Maschinenbau GmbH.",
  German: "Die Kunden schulden Ihnen insgesamt {f1}, davon ist die Hälfte überfällig.",
  French: "Vos clients vous doivent {f1} au total, dont la moitié est en retard.",
  Spanish: "Sus clientes le deben {f1} en total, y la mitad está vencida.",
};
const questions = {
  English: english,
  German: "Wie viel schulden uns die Kunden?",
  French: "Quelles factures sont en retard de paiement chez nos clients ?",
  Spanish: "¿Cuánto nos deben los clientes?",
};

describe("an answer in another language than its question", () => {
  for (const [asked, question] of Object.entries(questions))
    for (const [written, answer] of Object.entries(answers))
      test(`${written} for ${asked}`, () => {
        expect(foreignLanguage(answer, question)).toBe(asked === written ? null : written);
      });

  test.each(["客户总共欠您 {f1}。", "Клиенты должны вам {f1}.", "お客様の未払い残高は{f1}です。"])("%s", (answer) => {
    expect(foreignLanguage(answer, english)).not.toBe(null);
    expect(foreignLanguage("Customers owe you {f1} in all.", answer)).not.toBe(null);
    expect(foreignLanguage(answer, answer)).toBe(null);
  });
});

describe("is not seen in", () => {
  test.each([
    ["names of customers", "Société Générale and Deutsche Bank owe {f1}.", english],
    ["a short answer", "Acme Ltd: {f1}", english],
    ["a question of one word", answers.German, "Umsatz?"],
    ["names in the question", answers.English, "Is Müller Maschinenbau GmbH late?"],
    ["nothing", "", ""],
  ])("%s", (_name, answer, question) => {
    expect(foreignLanguage(answer, question)).toBe(null);
  });

  test("a language that the question or the owner asks for", () => {
    expect(foreignLanguage(answers.German, `${english} Answer in German.`)).toBe(null);
    expect(foreignLanguage(answers.German, english, `${english}\nAntworte immer auf Deutsch.`)).toBe(null);
  });
});
