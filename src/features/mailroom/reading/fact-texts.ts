import type { MailLanguage } from "#features/mailroom/letters/template-texts.ts";

type Kind = "invoices" | "tickets" | "contracts" | "deals";

/** How a record is named and described; `{d}` is a day, `{a}` an amount. */
export type FactTexts = {
  kinds: Readonly<Record<Kind, string>>;
  starts: Readonly<Record<Kind, string>>;
  ends: Readonly<Record<Kind, string>>;
  done: Readonly<Record<Kind, string>>;
  /** The record's state, where no day says it. */
  states: Readonly<Record<string, string>>;
  owed: string;
};

const none = { invoices: "", tickets: "", contracts: "", deals: "" };

export const factTexts: Readonly<Record<MailLanguage, FactTexts>> = {
  en: {
    kinds: { invoices: "Invoice", tickets: "Ticket", contracts: "Contract", deals: "Order" },
    starts: { ...none, invoices: "issued on {d}", tickets: "opened on {d}", contracts: "from {d}" },
    ends: { ...none, invoices: "due on {d}", contracts: "until {d}" },
    done: { ...none, invoices: "paid on {d}", tickets: "resolved on {d}", deals: "confirmed on {d}" },
    states: {
      open: "open",
      paid: "paid",
      waiting: "waiting",
      resolved: "resolved",
      closed: "closed",
      active: "active",
      ended: "ended",
      won: "confirmed",
    },
    owed: "{a} still open",
  },
  de: {
    kinds: { invoices: "Rechnung", tickets: "Ticket", contracts: "Vertrag", deals: "Bestellung" },
    starts: { ...none, invoices: "ausgestellt am {d}", tickets: "eröffnet am {d}", contracts: "ab {d}" },
    ends: { ...none, invoices: "fällig am {d}", contracts: "bis {d}" },
    done: { ...none, invoices: "bezahlt am {d}", tickets: "gelöst am {d}", deals: "erfasst am {d}" },
    states: {
      open: "offen",
      paid: "bezahlt",
      waiting: "wartet",
      resolved: "gelöst",
      closed: "geschlossen",
      active: "aktiv",
      ended: "beendet",
      won: "erfasst",
    },
    owed: "davon {a} offen",
  },
  fr: {
    kinds: { invoices: "Facture", tickets: "Ticket", contracts: "Contrat", deals: "Commande" },
    starts: { ...none, invoices: "émise le {d}", tickets: "ouvert le {d}", contracts: "à partir du {d}" },
    ends: { ...none, invoices: "échéance le {d}", contracts: "jusqu'au {d}" },
    done: { ...none, invoices: "payée le {d}", tickets: "résolu le {d}", deals: "enregistrée le {d}" },
    states: {
      open: "en cours",
      paid: "payée",
      waiting: "en attente",
      resolved: "résolu",
      closed: "fermé",
      active: "en vigueur",
      ended: "terminé",
      won: "enregistrée",
    },
    owed: "dont {a} à régler",
  },
  es: {
    kinds: { invoices: "Factura", tickets: "Incidencia", contracts: "Contrato", deals: "Pedido" },
    starts: { ...none, invoices: "emitida el {d}", tickets: "abierta el {d}", contracts: "desde el {d}" },
    ends: { ...none, invoices: "vencimiento el {d}", contracts: "hasta el {d}" },
    done: { ...none, invoices: "pagada el {d}", tickets: "resuelta el {d}", deals: "registrado el {d}" },
    states: {
      open: "en curso",
      paid: "pagada",
      waiting: "en espera",
      resolved: "resuelta",
      closed: "cerrada",
      active: "vigente",
      ended: "terminado",
      won: "registrado",
    },
    owed: "pendiente: {a}",
  },
  it: {
    kinds: { invoices: "Fattura", tickets: "Segnalazione", contracts: "Contratto", deals: "Ordine" },
    starts: { ...none, invoices: "emessa il {d}", tickets: "aperta il {d}", contracts: "dal {d}" },
    ends: { ...none, invoices: "scadenza il {d}", contracts: "fino al {d}" },
    done: { ...none, invoices: "pagata il {d}", tickets: "risolta il {d}", deals: "registrato il {d}" },
    states: {
      open: "in corso",
      paid: "pagata",
      waiting: "in attesa",
      resolved: "risolta",
      closed: "chiusa",
      active: "in vigore",
      ended: "terminato",
      won: "registrato",
    },
    owed: "ancora aperto: {a}",
  },
  nl: {
    kinds: { invoices: "Factuur", tickets: "Melding", contracts: "Contract", deals: "Bestelling" },
    starts: { ...none, invoices: "opgesteld op {d}", tickets: "geopend op {d}", contracts: "vanaf {d}" },
    ends: { ...none, invoices: "vervalt op {d}", contracts: "tot {d}" },
    done: { ...none, invoices: "betaald op {d}", tickets: "opgelost op {d}", deals: "geregistreerd op {d}" },
    states: {
      open: "open",
      paid: "betaald",
      waiting: "in afwachting",
      resolved: "opgelost",
      closed: "gesloten",
      active: "lopend",
      ended: "beëindigd",
      won: "geregistreerd",
    },
    owed: "nog open: {a}",
  },
};

/** Words before a number that say of which kind it is; `*` stands for any ending. */
export const kindWords: Readonly<Record<Kind, string>> = {
  invoices: "invoice*, bill, rechnung*, facture*, factura*, fattur*, factuur*",
  tickets:
    "ticket*, case, request, anfrage*, vorgang*, incident*, incidencia*, demande*, caso, segnalazione*, melding*",
  contracts: "contract*, agreement*, vertrag*, contrat*",
  deals: "order*, bestellung*, auftrag*, commande*, pedido*, ordin*, bestelling*",
};
