import type { AgentRoleId } from "#contract/roles.ts";
import type { Beginning } from "#features/mailroom/beginning/contract.ts";

export const mailLanguages = ["en", "de", "fr", "es", "it", "nl"] as const;
export type MailLanguage = (typeof mailLanguages)[number];
export const voices = ["formal", "warm", "brief"] as const;
export type Voice = (typeof voices)[number];

type InLanguages<T> = Readonly<Record<MailLanguage, T>>;

/** Each begins with the greeting and ends with the closing of the executive's voice. */
export const greetings: InLanguages<Readonly<Record<Voice, readonly [greeting: string, closing: string]>>> = {
  en: {
    formal: ["Dear {name},", "Kind regards,"],
    warm: ["Hello {name},", "Warm regards,"],
    brief: ["{name},", "Regards,"],
  },
  de: {
    formal: ["Guten Tag {name},", "Mit freundlichen Grüßen"],
    warm: ["Hallo {name},", "Herzliche Grüße"],
    brief: ["{name},", "Gruß"],
  },
  fr: {
    formal: ["Bonjour {name},", "Cordialement,"],
    warm: ["Bonjour {name},", "Bien à vous,"],
    brief: ["{name},", "Cordialement,"],
  },
  es: {
    formal: ["Buenos días, {name}:", "Un cordial saludo,"],
    warm: ["Hola, {name}:", "Un saludo cordial,"],
    brief: ["{name}:", "Saludos,"],
  },
  it: {
    formal: ["Buongiorno {name},", "Cordiali saluti,"],
    warm: ["Salve {name},", "Un caro saluto,"],
    brief: ["{name},", "Saluti,"],
  },
  nl: {
    formal: ["Geachte {name},", "Met vriendelijke groet,"],
    warm: ["Dag {name},", "Hartelijke groet,"],
    brief: ["{name},", "Groet,"],
  },
};

/** An answer by rules: what was received, who looks at it, and approved facts. */
export const answers: InLanguages<{
  received: string;
  facts: string;
  person: string;
  about: Readonly<Record<AgentRoleId, string>>;
}> = {
  en: {
    received: 'Thank you for your email about "{topic}". It is with me: I look after {field} at {company}.',
    facts: "Here is what our records show:\n{facts}",
    person: "A colleague will read your email before anything is decided.",
    about: {
      CEO: "the company's direction",
      CFO: "invoices and payments",
      CTO: "our technology",
      CMO: "marketing and press",
      Sales: "offers and orders",
      "Customer Success": "our customers",
      Operations: "suppliers and daily operations",
      Legal: "legal matters",
    },
  },
  de: {
    received:
      "vielen Dank für Ihre E-Mail zu „{topic}“. Sie ist bei mir angekommen: Ich kümmere mich bei {company} um {field}.",
    facts: "Das steht in unseren Unterlagen:\n{facts}",
    person: "Eine Kollegin oder ein Kollege liest Ihre E-Mail, bevor etwas entschieden wird.",
    about: {
      CEO: "die Ausrichtung der Firma",
      CFO: "Rechnungen und Zahlungen",
      CTO: "unsere Technik",
      CMO: "Marketing und Presse",
      Sales: "Angebote und Aufträge",
      "Customer Success": "unsere Kunden",
      Operations: "Lieferanten und den Betrieb",
      Legal: "rechtliche Fragen",
    },
  },
  fr: {
    received:
      "Merci pour votre message au sujet de « {topic} ». Je l'ai bien reçu : chez {company}, je m'occupe de {field}.",
    facts: "Voici ce qu'indiquent nos dossiers :\n{facts}",
    person: "Un collègue lira votre message avant toute décision.",
    about: {
      CEO: "la direction de l'entreprise",
      CFO: "la facturation",
      CTO: "la technique",
      CMO: "la communication",
      Sales: "nos offres",
      "Customer Success": "nos clients",
      Operations: "nos fournisseurs et notre activité",
      Legal: "nos questions juridiques",
    },
  },
  es: {
    received: "Gracias por su mensaje sobre «{topic}». Lo he recibido: en {company} me ocupo de {field}.",
    facts: "Esto es lo que consta en nuestros registros:\n{facts}",
    person: "Un compañero leerá su mensaje antes de que se decida nada.",
    about: {
      CEO: "la dirección de la empresa",
      CFO: "facturas y pagos",
      CTO: "la tecnología",
      CMO: "marketing y prensa",
      Sales: "ofertas y pedidos",
      "Customer Success": "nuestros clientes",
      Operations: "proveedores y operaciones",
      Legal: "asuntos jurídicos",
    },
  },
  it: {
    received: "Grazie per il suo messaggio su «{topic}». L'ho ricevuto: in {company} mi occupo di {field}.",
    facts: "Ecco che cosa risulta dai nostri dati:\n{facts}",
    person: "Un collega leggerà il suo messaggio prima di ogni decisione.",
    about: {
      CEO: "direzione dell'azienda",
      CFO: "fatture e pagamenti",
      CTO: "tecnologia",
      CMO: "marketing e stampa",
      Sales: "offerte e ordini",
      "Customer Success": "clienti",
      Operations: "fornitori e attività quotidiane",
      Legal: "questioni legali",
    },
  },
  nl: {
    received: "Dank voor uw e-mail over “{topic}”. Ik heb die ontvangen: bij {company} ga ik over {field}.",
    facts: "Dit staat in onze gegevens:\n{facts}",
    person: "Een collega leest uw e-mail voordat er iets wordt besloten.",
    about: {
      CEO: "de koers van het bedrijf",
      CFO: "facturen en betalingen",
      CTO: "onze techniek",
      CMO: "marketing en pers",
      Sales: "offertes en orders",
      "Customer Success": "onze klanten",
      Operations: "leveranciers en de dagelijkse gang van zaken",
      Legal: "juridische zaken",
    },
  },
};

export type Template = { subject: string; body: string };

/** The emails that executives begin, as the owner finds them before any change. */
export const beginningTexts: InLanguages<Readonly<Record<Beginning, Template>>> = {
  en: {
    reminder: {
      subject: "Invoice no. {invoice}: {amount} overdue",
      body: "Our records show {amount} outstanding on invoice no. {invoice}, due on {due}.\n\nCould you tell us when to expect payment, or what is missing on our side? If you have paid already, please disregard this email.",
    },
    renewal: {
      subject: "{agreement} ends on {end}",
      body: "{agreement} ends on {end}.\n\nWould you like to continue? Tell us what should stay and what should change, and we will prepare the rest.",
    },
    "follow-up": {
      subject: "{deal}: any questions?",
      body: "We last spoke about {deal} on {last}.\n\nIs there anything you still need from us to move on? If it is no longer a topic for you, a short word is enough.",
    },
    ticket: {
      subject: "Your request {ticket}: {topic}",
      body: "This is about your request {ticket}, {topic}. Its state is: {state}.\n\n{facts}\n\nDoes this answer your question?",
    },
  },
  de: {
    reminder: {
      subject: "Rechnung Nr. {invoice}: {amount} offen",
      body: "laut unseren Unterlagen sind zu Rechnung Nr. {invoice} noch {amount} offen, fällig am {due}.\n\nKönnen Sie uns sagen, wann wir mit der Zahlung rechnen dürfen oder was Ihnen von uns fehlt? Falls Sie schon gezahlt haben, betrachten Sie diese E-Mail bitte als erledigt.",
    },
    renewal: {
      subject: "{agreement} endet am {end}",
      body: "{agreement} endet am {end}.\n\nMöchten Sie fortfahren? Sagen Sie uns, was bleiben und was sich ändern soll; den Rest bereiten wir vor.",
    },
    "follow-up": {
      subject: "{deal}: noch Fragen?",
      body: "über {deal} haben wir zuletzt am {last} gesprochen.\n\nBrauchen Sie noch etwas von uns? Wenn es kein Thema mehr ist, genügt ein kurzes Wort.",
    },
    ticket: {
      subject: "Ihre Anfrage {ticket}: {topic}",
      body: "es geht um Ihre Anfrage {ticket}, {topic}. Ihr Stand: {state}.\n\n{facts}\n\nIst Ihre Frage damit beantwortet?",
    },
  },
  fr: {
    reminder: {
      subject: "Facture n° {invoice} : {amount} en attente",
      body: "Selon nos dossiers, il reste {amount} à régler sur la facture n° {invoice}, à échéance du {due}.\n\nPouvez-vous nous dire quand attendre le règlement, ou ce qu'il vous manque de notre part ? Si vous avez déjà réglé, ne tenez pas compte de ce message.",
    },
    renewal: {
      subject: "{agreement} se termine le {end}",
      body: "{agreement} se termine le {end}.\n\nSouhaitez-vous continuer ? Dites-nous ce qui doit rester et ce qui doit changer, nous préparons le reste.",
    },
    "follow-up": {
      subject: "{deal} : des questions ?",
      body: "Nous avons parlé de {deal} le {last}.\n\nVous manque-t-il quelque chose de notre part ? Si le sujet n'est plus d'actualité, un mot suffit.",
    },
    ticket: {
      subject: "Votre demande {ticket} : {topic}",
      body: "Il s'agit de votre demande {ticket}, {topic}. Son état : {state}.\n\n{facts}\n\nCela répond-il à votre question ?",
    },
  },
  es: {
    reminder: {
      subject: "Factura n.º {invoice}: {amount} pendiente",
      body: "Según nuestros registros, quedan pendientes {amount} de la factura n.º {invoice}, con vencimiento el {due}.\n\n¿Puede decirnos cuándo esperar el pago o qué le falta por nuestra parte? Si ya ha pagado, no tenga en cuenta este mensaje.",
    },
    renewal: {
      subject: "{agreement} termina el {end}",
      body: "{agreement} termina el {end}.\n\n¿Desea continuar? Díganos qué debe quedar y qué debe cambiar, y preparamos el resto.",
    },
    "follow-up": {
      subject: "{deal}: ¿alguna pregunta?",
      body: "Hablamos de {deal} el {last}.\n\n¿Necesita algo más de nosotros? Si ya no le interesa, basta una palabra.",
    },
    ticket: {
      subject: "Su consulta {ticket}: {topic}",
      body: "Le escribimos por su consulta {ticket}, {topic}. Su estado: {state}.\n\n{facts}\n\n¿Responde esto a su pregunta?",
    },
  },
  it: {
    reminder: {
      subject: "Fattura n. {invoice}: {amount} in sospeso",
      body: "Dai nostri dati risultano aperti {amount} sulla fattura n. {invoice}, con scadenza il {due}.\n\nPuò dirci quando attendere il pagamento, o che cosa le manca da parte nostra? Se ha già pagato, non tenga conto di questo messaggio.",
    },
    renewal: {
      subject: "{agreement} termina il {end}",
      body: "{agreement} termina il {end}.\n\nDesidera continuare? Ci dica che cosa deve restare e che cosa cambiare: prepariamo noi il resto.",
    },
    "follow-up": {
      subject: "{deal}: domande?",
      body: "Abbiamo parlato di {deal} il {last}.\n\nLe serve ancora qualcosa da noi? Se non è più attuale, basta una parola.",
    },
    ticket: {
      subject: "La sua richiesta {ticket}: {topic}",
      body: "Le scriviamo per la sua richiesta {ticket}, {topic}. Il suo stato: {state}.\n\n{facts}\n\nQuesto risponde alla sua domanda?",
    },
  },
  nl: {
    reminder: {
      subject: "Factuur nr. {invoice}: {amount} open",
      body: "Volgens onze gegevens staat op factuur nr. {invoice} nog {amount} open, vervallen op {due}.\n\nKunt u ons zeggen wanneer wij de betaling mogen verwachten, of wat u van ons nog mist? Hebt u al betaald, dan kunt u deze e-mail negeren.",
    },
    renewal: {
      subject: "{agreement} loopt af op {end}",
      body: "{agreement} loopt af op {end}.\n\nWilt u doorgaan? Zeg ons wat moet blijven en wat moet veranderen; de rest bereiden wij voor.",
    },
    "follow-up": {
      subject: "{deal}: nog vragen?",
      body: "Over {deal} spraken wij het laatst op {last}.\n\nHebt u nog iets van ons nodig? Speelt het niet meer, dan is een kort woord genoeg.",
    },
    ticket: {
      subject: "Uw vraag {ticket}: {topic}",
      body: "Het gaat om uw vraag {ticket}, {topic}. De stand: {state}.\n\n{facts}\n\nIs uw vraag daarmee beantwoord?",
    },
  },
};
