/** Words by which a sentence speaks for the company about what comes; `*` stands for any ending. */
export const commitments = `we will, we'll, we shall, i will, i'll, i shall, we are going to, i am going to, you will have, you will get, you will receive, you'll have, you'll get, you'll receive, will be sent, will be shipped, will be delivered, will be refunded, will be credited, will be repaid, will be ready, will be with you, we promise, i promise, we guarantee, we undertake, we commit, we agree to, you have my word,
wir werden, ich werde, wir schicken, wir senden, wir liefern, wir zahlen, wir erstatten, wir melden uns, ich melde mich, sie erhalten, sie bekommen, wird geliefert, wird erstattet, wir versprechen, ich verspreche, wir sichern, wir garantieren, wir verpflichten, wir rufen, ich rufe, ich schicke, ich sende, wir reparieren, wir schreiben, wir gewahren,
nous allons, je vais, nous vous enverrons, nous enverrons, nous livrerons, nous paierons, nous rembourserons, je vous enverrai, j'enverrai, vous recevrez, vous aurez, nous reviendrons, je reviendrai, nous promettons, je promets, nous garantissons, nous nous engageons, sera envoye*, sera livre*, sera rembourse*, nous vous rappellerons, je vous rappelle*,
vamos a, voy a, le enviaremos, les enviaremos, enviaremos, entregaremos, pagaremos, reembolsaremos, le enviare, recibira*, tendra, prometemos, prometo, garantizamos, nos comprometemos, sera enviado*, sera entregado*, le llamaremos, le llamare, le responderemos,
invieremo, le invieremo, vi invieremo, consegneremo, pagheremo, rimborseremo, le inviero, inviero, ricevera*, riceverete, avra, promettiamo, prometto, garantiamo, ci impegniamo, sara inviato, sara consegnato, sara rimborsato, la richiameremo, la richiamero, le risponderemo,
wij zullen, we zullen, ik zal, wij sturen, we sturen, ik stuur, wij leveren, we leveren, wij betalen, we betalen, u ontvangt, u krijgt, wordt geleverd, wordt terugbetaald, wij beloven, we beloven, ik beloof, wij garanderen, we bellen, ik bel, wij nemen contact, we nemen contact, ik neem contact`;

/** Names of months, and of weekdays from Monday, as plain texts write them. */
export const months = [
  "january jan januar janner janvier enero gennaio januari",
  "february feb februar fevrier febrero febbraio februari",
  "march mar marz mars marzo maart",
  "april apr avril abril aprile",
  "may mai mayo maggio mei",
  "june jun juni juin junio giugno",
  "july jul juli juillet julio luglio",
  "august aug aout agosto augustus",
  "september sep sept septembre septiembre settembre",
  "october oct oktober okt octobre octubre ottobre",
  "november nov novembre noviembre",
  "december dec dezember dez decembre diciembre dicembre",
].map((names) => names.split(" "));
export const weekdays = [
  "monday montag lundi lunes lunedi maandag",
  "tuesday dienstag mardi martes martedi dinsdag",
  "wednesday mittwoch mercredi miercoles mercoledi woensdag",
  "thursday donnerstag jeudi jueves giovedi donderdag",
  "friday freitag vendredi viernes venerdi vrijdag",
  "saturday samstag sonnabend samedi sabado sabato zaterdag",
  "sunday sonntag dimanche domingo domenica zondag",
].map((names) => names.split(" "));

/** Days by their distance: of the day, of the week's Friday, of the month's last day. */
export const nearDays: readonly (readonly [words: string, of: "day" | "week" | "month", ahead: number])[] = [
  [
    "today, tonight, heute, aujourd'hui, ce soir, hoy, oggi, stasera, vandaag, vanavond, immediately, at once, umgehend, sofort",
    "day",
    0,
  ],
  ["day after tomorrow, ubermorgen, apres demain, pasado manana, dopodomani, overmorgen", "day", 2],
  ["tomorrow, morgen, demain, manana, domani", "day", 1],
  [
    "next week, nachste woche, nachster woche, semaine prochaine, proxima semana, semana que viene, prossima settimana, settimana prossima, volgende week",
    "week",
    1,
  ],
  [
    "this week, end of the week, diese woche, ende der woche, cette semaine, fin de la semaine, esta semana, fin de semana, questa settimana, fine settimana, deze week, einde van de week",
    "week",
    0,
  ],
  ["next month, nachsten monat, mois prochain, proximo mes, prossimo mese, volgende maand", "month", 1],
  [
    "this month, end of the month, diesen monat, ende des monats, monatsende, ce mois, fin du mois, fin de mes, este mes, fine mese, questo mese, deze maand, einde van de maand",
    "month",
    0,
  ],
];

/** Units after a number, in days; weekends are not left out. */
export const units: readonly (readonly [words: string, days: number])[] = [
  ["hour* stunde* heure* hora* ora ore uur uren", 1],
  ["day days tag tage tagen jour jours dia dias giorno giorni dag dagen working business werktag* arbeitstag*", 1],
  ["week weeks woche wochen semaine* semana* settimana settimane weken", 7],
  ["month months monat monate monaten mois mes meses mese mesi maand maanden", 30],
];
