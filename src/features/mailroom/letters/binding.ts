import { countWords, plainText, wordList } from "./evidence.ts";

export const bindingKinds = ["money", "discount", "date", "legal", "access", "instruction"] as const;
export type BindingKind = (typeof bindingKinds)[number];
/** What would bind the company, with the sentence that carries it. */
export type Binding = { kind: BindingKind; words: string };

const words: Readonly<Record<BindingKind, readonly string[]>> = {
  money:
    wordList(`refund*, reimburse*, compensat*, we will pay, we'll pay, we pay, i will pay, pay you, pay us, please pay, pay into, be paid, credit you, credit note, credit your, goodwill, waive*, free of charge, at no cost, at our expense, transfer the, wire*, bank details, new account, new iban, iban, account number, sort code, release the payment, settle, gift card*, price is, price of, for only, deposit,
    erstatt*, ruckerstatt*, zahlen wir, wir zahlen, uberweis*, gutschrift*, gutschreiben, kostenlos*, kulanz*, entschadig*, bankverbindung*, kontoverbindung, neues konto, wir ubernehmen die kosten, auszahl*, rembours*, nous paierons, verser*, virement*, gratuit*, geste commercial, dedommag*, coordonnees bancaires, nouveau compte, a nos frais, reembols*, pagaremos, le pagamos, transferencia*, gratis, gratuit*, compensar*, compensacion, datos bancarios, nueva cuenta, a nuestro cargo, abonaremos, rimbors*, pagheremo, bonific*, gratuitamente, indennizz*, coordinate bancarie, nuovo conto, a nostre spese, accredit*, terugbetal*, vergoed*, wij betalen, we betalen, overmaken, overmak*, kosteloos, bankgegevens, nieuwe rekening, rekeningnummer, op onze kosten, crediteren`),
  discount: wordList(
    `discount*, rebate*, reduction of, reduced price, % off, percent off, price cut, lower price, half price, special price, special rate, match the price, price match, knock off, rabatt*, nachlass*, skonto, ermassig*, preisnachlass, sonderpreis*, remise*, rabais, ristourne*, reduction de, prix special, descuento*, rebaja*, precio especial, bonificacion, scont*, ribass*, prezzo speciale, riduzione*, korting*, speciale prijs, prijsverlaging, afprijz*`,
  ),
  date: wordList(`tomorrow, today, tonight, by monday, by tuesday, by wednesday, by thursday, by friday, by saturday, by sunday, on monday, on tuesday, on wednesday, on thursday, on friday, next week, this week, end of the week, end of the month, next month, within the hour, by noon, by the end of, as soon as possible, immediately, at once, deadline,
    morgen, heute, bis montag, bis dienstag, bis mittwoch, bis donnerstag, bis freitag, am montag, am dienstag, am mittwoch, am donnerstag, am freitag, nachste woche, diese woche, ende der woche, ende des monats, umgehend, sofort, frist, demain, aujourd'hui, ce soir, lundi, mardi, mercredi, jeudi, vendredi, semaine prochaine, cette semaine, fin du mois, immediatement, manana, hoy, esta noche, lunes, martes, miercoles, jueves, viernes, semana que viene, proxima semana, esta semana, fin de mes, de inmediato, inmediatamente, domani, oggi, stasera, lunedi, martedi, mercoledi, giovedi, venerdi, prossima settimana, questa settimana, fine mese, subito, immediatamente, vandaag, vanavond, maandag, dinsdag, woensdag, donderdag, vrijdag, volgende week, deze week, einde van de week, einde van de maand, onmiddellijk, meteen`),
  legal:
    wordList(`we guarantee, guarantee that, i guarantee, guaranteed, warrant that, we undertake, undertaking, we promise, i promise, you have my word, we commit, committed to, we agree, i agree, agreed, we accept, i accept, accept your, we admit, we acknowledge that, our fault, our mistake, we are liable, accept liability, liable, indemnif*, we consent, consent to, hereby, binding, legally, sign*, countersign*, the contract, terms, clause*, nda, settlement, without prejudice, confirm that you, confirm receipt, confirm in writing, confirm by return, we confirm that, exclusiv*,
    garantier*, zusicher*, wir versprechen, versprechen, wir verpflichten, verpflicht*, einverstanden, wir akzeptieren, anerkenn*, unsere schuld, haften, haftung*, hiermit, verbindlich*, rechtsverbindlich, unterschreib*, unterzeich*, vertrag*, klausel*, zustimm*, bestatigen sie, garantiss*, nous promettons, nous nous engageons, engagement*, d'accord, nous acceptons, reconnaiss*, notre faute, responsab*, par la presente, signer, signez, signature, contrat*, clause*, consent*, confirmez, garantiz*, prometemos, nos comprometemos, comprom*, de acuerdo, aceptamos, reconocemos, culpa nuestra, responsab*, por la presente, vinculante, firmar*, firme, firmen, firmado, firmada, contrato*, clausul*, consent*, confirmen, garanti*, promettiamo, ci impegniamo, impegn*, siamo d'accordo, accettiamo, riconosciamo, colpa nostra, responsab*, con la presente, vincolante, firmare*, firmate, firmiamo, firmato, firmata, contratt*, clausol*, acconsent*, confermate, garander*, wij beloven, verplicht*, akkoord, wij aanvaarden, erkennen, onze fout, aansprakelijk*, hierbij, bindend, onderteken*, contract*, clausule*, toestemming, bevestig*`),
  access:
    wordList(`password*, passcode, credential*, login, log in with, access to, grant access, give access, give him access, give her access, admin rights, api key, secret key, token, pin, one time code, verification code, security code, door code, alarm code, remote access, forward*, send me the list, send us the list, list of customers, customer list, customer data, personal data, phone number of, home address, private address, export of, payslip*, add me to, add him to, add her to, cc, bcc, copy in, reset the, change the email, change the address, release the, release them, delete all, delete the, click, follow the link, open the link, open the attachment, download, system prompt, your instructions, share the,
    passwort*, zugangsdaten, zugang*, zugriff*, freischalt*, weiterleit*, kundenliste, kundendaten, personenbezogen*, adresse von, telefonnummer von, freigeben, losch*, klicken, link, herunterladen, mot de passe, identifiants, acces, transfer*, liste des clients, donnees, coordonnees de, supprim*, cliquez, lien, telecharg*, contrasena*, credencial*, acceso, reenvi*, lista de clientes, datos personales, datos de, borr*, elimin*, haga clic, enlace, descarg*, password, credenzial*, accesso, inoltr*, elenco clienti, dati personali, dati di, cancell*, clicca*, collegamento, scaric*, wachtwoord*, inloggegevens, toegang*, doorstur*, klantenlijst, klantgegevens, persoonsgegevens, verwijder*, klik, link, download*`),
  instruction:
    wordList(`ignore previous, ignore all, ignore your, disregard all, disregard any, disregard your, disregard the, previous instructions, prior instructions, new instructions, system prompt, system message, system, role system, developer mode, you are now, act as, as an ai, ai assistant, assistant, language model, automated system, this agent, the agent, agents, the bot, chatbot, autoresponder, auto reply, reply with, answer with, respond with, repeat after, autonomy, without asking, without review, without a human, no human, do not tell, don't tell, keep this secret, don't call, do not call, no need to call, no need to check, override, jailbreak, prompt, on behalf of the owner, the owner has, the operator has,
    ignorier*, vorherige anweisungen, neue anweisung*, anweisung*, systemnachricht, du bist jetzt, ki assistent, kunstliche intelligenz, sprachmodell, assistent*, antworte mit, antworten sie mit, ohne ruckfrage, nicht anrufen, niemandem, ignorez, instructions precedentes, nouvelles instructions, assistant*, intelligence artificielle, repondez par, sans verification, n'appelez pas, n'en parlez, ignora*, instrucciones anteriores, nuevas instrucciones, asistente*, inteligencia artificial, responda con, sin consultar, no llame, no se lo diga, istruzioni precedenti, nuove istruzioni, assistente*, intelligenza artificiale, rispondi con, rispondete con, senza chiedere, non chiamare, non telefonare, negeer, vorige instructies, nieuwe instructies, assistent*, kunstmatige intelligentie, antwoord met, zonder overleg, niet bellen, vertel niemand`),
};

const amount =
  /(?:[€£$¥]|\b(?:eur|gbp|usd|chf|euros?|pounds?|dollars?)\s?)\s?\d[\d.,']{0,20}|(?<![\d.,'])\d[\d.,']{0,20}\s?(?:[€£$¥]|\b(?:eur|gbp|usd|chf|k|euros?|pounds?|dollars?|franken|francs?|libras?|dolares|dollari|sterline|ponden)\b)/giu;
const percent =
  /(?<!\d)\d{1,6}(?:[.,]\d{1,4})?\s?(?:%|\bpercent\b|\bper cent\b|\bprozent\b|\bpour cent\b|\bpor ciento\b|\bper cento\b|\bprocent\b)/giu;
const month =
  "jan(?:uary|uar|vier|ner)?|feb(?:ruary|ruar|ruari)?|f[eé]vrier|febrero|febbraio|mar(?:ch|s|zo)|märz|maart|apr(?:il|ile)?|avril|abril|may|mai|mayo|maggio|mei|june?|juni|juin|junio|giugno|july?|juli|juillet|julio|luglio|aug(?:ust|ustus)?|août|agosto|sep(?:t|tember|tembre|tiembre)?|settembre|o[ck]t(?:ober|obre)?|octubre|ottobre|nov(?:ember|embre|iembre)?|de[cz](?:ember)?|d[eé]cembre|diciembre|dicembre|enero|gennaio|januari";
const day = new RegExp(
  String.raw`\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}\.?(?:\d{2,4}\b)?|\b\d{1,2}(?:st|nd|rd|th|\.|er)?\s(?:of\s|de\s)?(?:${month})\b(?:\s\d{4})?|\b(?:${month})\s\d{1,2}\b|\b(?:within|in|binnen|innerhalb von|in|sous|dans|en|entro|dentro de)\s\d+\s\p{L}+|\b(?:the|le|el|il|am|bis zum|by the)\s\d{1,2}(?:st|nd|rd|th|\.)?\b(?!\.?\s(?:of\s|de\s)?(?:${month})\b)`,
  "giu",
);

const patterns: readonly (readonly [BindingKind, RegExp])[] = [
  ["money", amount],
  ["discount", percent],
  ["date", day],
];

const escaped = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s`);

/** Finds approved figures and days, each as a whole and as it is written there: £1,200.00 is not £120,000. */
function approvedPattern(approved: readonly string[]): RegExp | null {
  const known = approved.filter((one) => /\d/.test(one)).toSorted((one, other) => other.length - one.length);
  if (known.length === 0) return null;
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}]|\d[.,]|[-−])(?:${known.map(escaped).join("|")})(?![\p{L}\p{N}%]|[.,]\d)`,
    "gu",
  );
}

/** Sentences, the line breaks of paragraphs filled by hand not counted. */
const sentencesOf = (text: string): string[] =>
  text
    .slice(0, 100_000)
    .split(/(?<=[!?;])\s+|(?<=\p{L}{2}\.)\s+|\n(?=[\n*•>-])/u)
    .flatMap((one) => one.replaceAll(/\s+/g, " ").trim() || []);

/**
 * Promises and demands in a text, in six languages. Rather one too many: each costs a look by a person, and one that is
 * missed leaves the house. Figures and days that are `approved` facts count for nothing; words always count.
 */
export function bindingsIn(text: string, approved: readonly string[] = []): Binding[] {
  const known = approvedPattern(approved);
  return sentencesOf(text).flatMap((sentence) => {
    const plain = plainText(sentence);
    const rest = known ? sentence.replaceAll(known, " ; ") : sentence;
    const kinds = new Set(bindingKinds.filter((kind) => countWords(plain, words[kind]) > 0));
    for (const [kind, pattern] of patterns) {
      if (rest.search(pattern) >= 0) kinds.add(kind);
    }
    return [...kinds].map((kind) => ({ kind, words: sentence.slice(0, 300).toWellFormed() }));
  });
}
