import { expect, test } from "vitest";
import { isForeign } from "./words.ts";

test.each([
  "Wie viele Rechnungen sind überfällig?",
  "Combien de clients avons-nous perdus et quand ?",
  "¿Cuántos clientes tenemos en los que no pagan?",
  "請求書はいくつありますか",
  "Сколько у нас клиентов?",
])("%s is in another language", (question) => expect(isForeign(question)).toBe(true));

test.each([
  "How much does Los Alamos owe us?",
  "overdue Les Moulins",
  "What did we bill Der Grüne Markt in May?",
  "invoices for 株式会社ABC last month",
  "will the van be ready",
])("%s is in English", (question) => expect(isForeign(question)).toBe(false));
