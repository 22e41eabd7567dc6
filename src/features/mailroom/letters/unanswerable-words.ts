import { type Evidence, wordList } from "./evidence.ts";

/** Emails that no header marks and that still want no answer. */
export type Unanswerable = "machine" | "notice" | "advertising" | "fraud";

const of = (weight: number, words: string): Evidence => ({ weight, words: wordList(words) });

/** Sentences that only machines, mass mailers and known frauds write; one of weight 1 is enough. */
export const unanswerable: Readonly<Record<Unanswerable, readonly Evidence[]>> = {
  machine: [
    of(
      1,
      `do not reply to this, please do not reply, please don't reply, do not respond to this, do not write to this address, this mailbox is not, this inbox is not, mailbox is unattended, mailbox is not monitored, this is an automated, this is an automatic, this email was sent automatically, sent by a machine,
       diese e mail wurde automatisch, diese nachricht wurde automatisch, bitte antworten sie nicht auf diese, antworten auf diese e mail,
       message automatique, ceci est un message envoye par, ne pas repondre a ce, merci de ne pas repondre, ne repondez pas a ce,
       mensaje automatico, correo automatico, no responda a este, por favor no responda, no conteste a este,
       messaggio automatico, email automatica, non rispondere a questa, si prega di non rispondere,
       dit is een automatisch, dit is een automatische, beantwoord deze e mail niet, reageer niet op deze, niet antwoorden op deze,`,
    ),
  ],
  // People write so too, and then they ask something.
  notice: [
    of(
      1,
      `automatically generated, generated automatically, maschinell erstellt, automatisch generiert, automatisch erstellt, automatisch erzeugt, i am out of the office, i'm out of the office, out of office until, i am currently out of, i am on annual leave, i'm on annual leave, ich bin derzeit nicht im buro, ich bin nicht im buro, ich bin bis zum, envoye automatiquement, genere automatiquement, je suis absent, je suis absente, actuellement absent, actuellement absente, generado automaticamente, enviado automaticamente, estoy fuera de la oficina, estare ausente, estare fuera, generato automaticamente, inviato automaticamente, sono fuori ufficio, saro assente, saro fuori ufficio, automatisch gegenereerd, automatisch verzonden, ik ben afwezig, ik ben niet op kantoor`,
    ),
    of(
      0.5,
      `tracking number, track your, your parcel has, has been dispatched, has been shipped, thank you for your order, thanks for your order, thank you for your purchase, keep this email, for your records, your receipt, view in browser, manage your notifications, notification settings, log in to, sign in to your account, your password will expire, verification code, one time code, security code, your subscription was renewed, your order has, ticket has been, case has been closed, rate your, job completed, backup completed, build failed, disk usage,
       sendungsnummer, ihre sendung, bestellbestatigung, vielen dank fur ihre bestellung, im browser ansehen, benachrichtigungen verwalten, bestatigungscode, ihr paket ist,
       numero de suivi, votre colis, confirmation de commande, merci pour votre commande, voir dans le navigateur, code de verification,
       numero de seguimiento, su paquete, confirmacion de pedido, gracias por su pedido, ver en el navegador, codigo de verificacion,
       numero di tracciamento, il tuo pacco, conferma ordine, grazie per il tuo ordine, visualizza nel browser, codice di verifica,
       track and trace code, je pakket, uw pakket, bestelbevestiging, bedankt voor je bestelling, bekijk in browser, verificatiecode`,
    ),
  ],
  advertising: [
    of(
      1,
      `unsubscribe here, click here to unsubscribe, to unsubscribe click, to unsubscribe reply, reply stop to, reply unsubscribe, reply remove, you are receiving this because, you receive this email because, opt out of future, update your preferences, this is an offer not an invoice, this is not an invoice, this is not a bill, this is a solicitation,
       newsletter abbestellen, hier abmelden, vom newsletter abmelden, sie erhalten diese e mail weil, kein rechnung sondern, mit der zahlung nehmen sie, dies ist ein angebot und keine rechnung,
       se desinscrire, desabonnez vous, vous recevez cet email car, ceci n'est pas une facture,
       darse de baja, cancelar la suscripcion, recibe este correo porque, esto no es una factura,
       annulla l'iscrizione, cancellati dalla newsletter, ricevi questa email perche, ricevi questa mail perche, questa non e una fattura,
       uitschrijven, afmelden voor deze nieuwsbrief, je ontvangt deze e mail omdat, u ontvangt deze e mail omdat, dit is geen factuur`,
    ),
    of(
      0.5,
      `first page of google, rank higher, rank on google, seo audit, seo services, seo package, backlinks, guest post, link insertion, guaranteed leads, qualified leads, lead generation service, verified contacts, email list of, attendee list, attendees list, database of, buy followers, 10x your, double your revenue, limited time offer, last chance, act now, don't miss, only today, free webinar, register now, claim your, book a free, special offer, 50% off, 70% off, while stocks last, web design services, app development services, offshore development, unsecured business loan, pre approved, merchant cash advance, work from home, risk free, no obligation, money back guarantee, click the link below, click below, directory entry, this is an offer, by paying, upon payment you, small print, business directory, business register, trademark register, publication fee, listing in the, trademark publication,
       jetzt anmelden, nur heute, letzte chance, kostenloses webinar, sonderangebot, jetzt sichern, unverbindlich und kostenlos, seo optimierung, platz 1 bei google, adressliste, branchenbuch, branchenverzeichnis, mit der zahlung, dies ist ein angebot, kleingedruckt*, registereintrag,
       offre speciale, derniere chance, offre limitee, webinaire gratuit, inscrivez vous, cliquez ici, premiere page de google, annuaire professionnel, en payant, ceci est une offre,
       oferta especial, ultima oportunidad, solo hoy, webinar gratuito, haga clic, primera pagina de google, boletin, al pagar, esto es una oferta, directorio de empresas,
       offerta speciale, ultima occasione, solo oggi, webinar gratuito, clicca qui, prima pagina di google, acquista ora, con il pagamento, questa e un offerta, elenco imprese,
       speciale aanbieding, laatste kans, alleen vandaag, gratis webinar, klik hier, bovenaan in google, nieuwsbrief, door te betalen, dit is een aanbod, bedrijvengids`,
    ),
  ],
  fraud: [
    of(
      0.5,
      `next of kin, late client, deceased client, dormant account, unclaimed, inheritance, million dollars, million usd, usd million, beneficiary of, lottery, you have won, your email was selected, winning number, barrister, esteemed contact, strictly confidential transaction, seek your consent, transfer of funds, diplomatic, gold bars, compensation fund, atm card, god bless you, beloved, dying of cancer, donate my wealth, bitcoin wallet, i recorded you, your webcam, pay in bitcoin, your device was infected, hacked your, investment partner, foreign partner, consignment box, no risk involved, mutual benefit,
       erbschaft, nachster angehoriger, millionen euro, lotterie, sie haben gewonnen, verstorbener kunde, erbe von,
       heritage, plus proche parent, millions d'euros, loterie, vous avez gagne, client decede,
       herencia, pariente mas cercano, millones de dolares, loteria, ha ganado, cliente fallecido,
       eredita, parente piu prossimo, milioni di dollari, lotteria, ha vinto, cliente deceduto,
       erfenis, naaste familie, miljoen euro, loterij, u heeft gewonnen, overleden client`,
    ),
  ],
};
