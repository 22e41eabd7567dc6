import type { AgentRoleId } from "#contract/roles.ts";
import { type Evidence, wordList } from "./evidence.ts";

export type Concept = Evidence & { role: AgentRoleId; name: string };

const concept = (role: AgentRoleId, weight: number, name: string, words: string): Concept => ({
  role,
  weight,
  name,
  words: wordList(words),
});

/**
 * What people write about to whom, as whole concepts in English, German, French, Spanish, Italian and Dutch. A concept
 * is told of in a sentence, so its name is in readable words. Weight 3: hardly anything else; 1: often enough.
 */
export const concepts: readonly Concept[] = [
  concept(
    "Legal",
    4,
    "lawyers and courts",
    `lawyer*, solicitor*, attorney*, law firm, barrister at, litigation, lawsuit, legal action, legal proceedings, court order, county court, high court, tribunal, hearing before, subpoena, summons, injunction, cease and desist, letter before claim, letter before action, pre action, without prejudice, my client, our client, on behalf of my client, claimant, defendant, statute*, legal counsel, in house counsel, settlement agreement, witness statement, disclosure order, arbitration,
    anwalt*, rechtsanwalt*, kanzlei*, mandant*, klage, klage eingereicht, gericht, arbeitsgericht, landgericht, abmahnung, unterlassung*, einstweilige, schriftsatz, vollmacht, vergleichs*, gutliche*, avocat*, tribunal*, mise en demeure, assignation, cabinet d'avocats, mon client, prud'hommes, huissier, abogad*, demanda judicial, juzgado, burofax, mi cliente, procurador, avv, avvocat*, diffida, studio legale, mio assistito, tribunale, advoca*, rechtbank, dagvaarding, kort geding, sommatie, mijn client, ingebrekestelling`,
  ),
  concept(
    "Legal",
    3,
    "contract wording",
    `nda, non disclosure, confidentiality agreement, clause, clauses, countersign*, counter sign*, redline*, mark up, indemnit*, liability, liable, unlimited liability, governing law, jurisdiction, assignment of the, novation, written consent, change of control, terms and conditions, your terms, terms of sale, non compete, non solicit, termination clause, notice period under, breach of contract, force majeure, warranty clause, addendum, amendment to the agreement, master agreement, framework agreement, wording of, strike out, hold harmless, power of attorney, deed,
    geheimhaltung*, verschwiegenheit*, klausel*, haftung*, agb, vertragsentwurf, gegenzeichn*, gegengezeichnet*, abtretung, vertragsstrafe, gerichtsstand, kundigungsfrist, accord de confidentialite, clause*, responsabilite illimitee, conditions generales, avenant, cession du contrat, clausula*, acuerdo de confidencialidad, condiciones generales, responsabilidad ilimitada, cesion del contrato, clausol*, accordo di riservatezza, condizioni generali, responsabilita illimitata, cessione del contratto, geheimhoudings*, clausule*, algemene voorwaarden, aansprakelijk*, contractoverneming, beding*`,
  ),
  concept(
    "Legal",
    3.5,
    "data protection and privacy rights",
    `gdpr, data protection, privacy notice, subject access, data subject, right to be forgotten, right of access, erasure, delete my data, delete all my data, erase my, personal data, data processing agreement, dpa, sub processor*, subprocessor*, controller, processor, ico, supervisory authority, data breach, art 15, art 17, art 28, art 33, art 6, article 15, article 17, article 28, article 33, without my consent, withdraw my consent, legal basis, my picture, my image, publish*ed my,
    dsgvo, datenschutz*, auskunft nach, auskunftsersuchen, loschung meiner, personenbezogen*, auftragsverarbeit*, datenpanne, aufsichtsbehorde, verantwortliche stelle, einwilligung, recht am eigenen bild, rgpd, donnees personnelles, droit d'acces, droit a l'oubli, effacement de mes, sous traitant*, cnil, droit a l'image, proteccion de datos, derecho de acceso, datos personales, derecho al olvido, encargado del tratamiento, derecho de supresion, aepd, protezione dei dati, dati personali, diritto di accesso, cancellazione dei miei dati, garante, responsabile del trattamento, avg, persoonsgegevens, inzageverzoek, verwerkersovereenkomst, datalek, autoriteit persoonsgegevens, portretrecht, recht op vergetelheid`,
  ),
  concept(
    "Legal",
    3.5,
    "intellectual property",
    `copyright*, trademark*, trade mark*, infring*, patent*, intellectual property, licence terms, license terms, plagiar*, copied our, copies our, stole our design, registered design, passing off, all rights reserved, permission to use, permission to reproduce, royalt*, counterfeit*,
    urheberrecht*, marke eingetragen, markenrecht*, markenverletzung, patentverletzung, lizenzbedingungen, plagiat, droit d'auteur, droits d'auteur, contrefacon, marque deposee, brevet*, propriete intellectuelle, derechos de autor, marca registrada, propiedad intelectual, plagio, infraccion, diritto d'autore, marchio registrato, contraffazione, proprieta intellettuale, brevetto, auteursrecht*, merkinbreuk, inbreuk, octrooi*, merkrecht`,
  ),
  concept(
    "Legal",
    2.5,
    "claims and regulators' orders",
    `damages, compensation for, hold you liable, hold you responsible, claim against, formal notice, deadline under, enforcement notice, regulator, inspectorate, consumer protection authority, ombudsman, competition authority, statutory, undertaking to, admission, admit, freedom of information, sanctions, export licence, discriminat*, unfair dismissal, grievance, whistleblow*, libel*, defam*,
    schadensersatz*, schadenersatz*, schmerzensgeld, bescheid, bussgeld*, ordnungswidrig*, fristsetzung, verbraucherzentrale, rechtlich*, rechtswidrig, kundigungsschutz*, dommages et interets, prejudice, dgccrf, illegal*, licenciement abusif, diffamation, danos y perjuicios, indemnizacion, inspeccion, despido improcedente, sancion, risarcimento, danni, sanzione, licenziamento illegittimo, illegittim*, schadevergoeding, boete, onrechtmatig*, aansprakelijk gesteld, ontslag op staande`,
  ),

  concept(
    "CFO",
    3,
    "invoices and payments",
    `invoice*, credit note*, statement of account, remittance*, overdue, past due, outstanding balance, unpaid, balance due, amount due, payment reminder, dunning, payment terms, payment plan, instalments, installments, double payment, duplicate payment, short paid, underpaid, overpaid, overpayment, direct debit, standing order, bank transfer, bank details, sort code, iban, purchase ledger, accounts payable, accounts receivable, billing, pro forma paid, days net, net 30, net 60, 90 days, 60 days, receipt for, vat invoice, vat number, late payment, interest on late, debit note, chargeback, payment was returned, proof of payment, po number on the invoice, surcharge, self billing, reverse charge, have been charged, charged twice, refund has not arrived, the refund you granted, deposit back,
    rechnung*, mahnung, zahlungserinnerung, gutschrift*, lastschrift*, abbuchung*, mandat, uberweis*, kontoauszug, offene posten, zahlungsziel, skonto, ratenzahlung, doppelt bezahlt, doppelt abgebucht, ust id*, umsatzsteuer*, mehrwertsteuer*, saldo*, fallig*, zahlungseingang, facture*, avoir, relance, prelevement, virement*, echeance*, impaye*, releve de compte, delai de paiement, tva, reglement, rib, factura*, abono, recibo*, transferencia*, domiciliacion, vencimiento, vencida*, impagad*, extracto de cuenta, iva, forma de pago, plazo de pago, pago pendiente, fattur*, nota di credito, bonifico*, sollecito, scadenza, scadut*, insolut*, estratto conto, partita iva, pagamento*, saldare, factuur, facturen, creditnota, betaling*, betaalherinnering, aanmaning, incasso*, overboek*, openstaand*, btw, betaaltermijn, rekeningnummer, vervaldatum`,
  ),
  concept(
    "CFO",
    3,
    "tax, audit and authorities of money",
    `tax office, tax return, tax, taxes, hmrc, irs, vat, corporation tax, withholding, audit, auditor*, audited, year end accounts, annual accounts, management accounts, voucher*, bookkeep*, accountant*, ledger, trial balance, fixed assets, depreciation, grant claim, subsidy, confirmation of balance, balance confirmation, payroll tax, social security contributions, duty paid, customs duty invoice, levy,
    finanzamt, steuer*, steuerberat*, betriebsprufung, jahresabschluss*, wirtschaftsprufer*, buchhaltung*, beleg*, verwendungsnachweis*, fordermittel, einkommensteuer*, sozialversicherung*, impot*, fisc*, comptab*, commissaire aux comptes, expert comptable, bilan, subvention*, urssaf, hacienda, impuesto*, agencia tributaria, contab*, auditor*, subvencion*, declaracion de la renta, seguridad social, balance anual, fisco, agenzia delle entrate, commercialista, revisor*, bilancio, imposta, imposte, contributo, f24, belasting*, accountant*, jaarrekening, boekhoud*, subsidie*, controleur, aangifte, loonheffing*`,
  ),
  concept(
    "CFO",
    2.5,
    "banks, credit and insurance of credit",
    `bank manager, relationship manager, overdraft, loan, covenant*, credit limit, credit line, credit insur*, credit check, credit rating, credit reference, leasing rate, lease payments, interest rate, facility, refinanc*, factoring, collateral, currency hedg*, exchange rate, cash flow, premium for, policyholder, administration order, insolvency, insolvent, liquidator, administrator, debt collect*, write off, factoring company, pension contributions, payslip*, salary, wages, p45, p60, expenses claim, reimburse my expenses,
    hausbank, kredit*, darlehen*, burgschaft*, zinssatz, uberziehung*, leasingrate*, insolvenz*, liquiditat*, gehalt*, lohn*, gehaltsabrechnung, kontokorrent, warenkreditversicherung, banque*, pret, credit, decouvert, taux d'interet, caution, assurance credit, bulletin de paie, salaire*, redressement judiciaire, banco*, prestamo*, aval, tipo de interes, poliza de credito, nomina*, concurso de acreedores, linea de credito, banca, prestito, mutuo, fido, fideiussione, tasso, busta paga, stipendi*, fallimento, lening*, kredietlimiet, kredietverzeker*, rente, salaris*, loonstrook*, faillissement, hypotheek, bankgarantie`,
  ),

  concept(
    "Sales",
    4,
    "asking for a price",
    `how much for, how much would, how much is, what would it cost, what does it cost, what would you charge, what do you charge, your rates, your price for, quote us, quote for, send a quote, give us a price, name a price, can you do better, go down with, come down on, lower your price, price per, was kostet, was kosten, was wurde kosten, was verlangen sie, preis fur, ein angebot fur, angebot uber, combien coute*, combien couterait, quel prix, quel tarif, votre prix, un devis, cuanto cuesta, cuanto costaria, que precio, su precio, un presupuesto, quanto costa, quanto costerebbe, che prezzo, fate un prezzo, un preventivo, quali condizioni, wat kost, hoeveel kost, wat vragen jullie, welke prijs, een offerte`,
  ),
  concept(
    "Sales",
    3,
    "prices and offers",
    `quote, quotes, quotation*, price list, pricing, how much for, how much would, how much is, what would it cost, what does it cost, what would you charge, your rates, rate card, best price, offer for, proposal for, tender*, rfq, rfp, request for proposal, request for quotation, discount*, percent off, % off, volume discount, wholesale, trade price*, bulk order, minimum order, moq, reseller, resell your, stockist, distributor*, dealership, price match, cheaper, competitor offers, competitor's price, too expensive, price increase, price rise, budget of, lead time and price, do you have it in, do you sell, do you stock, do you offer, availability and price, sample pack, samples of, catalogue, per seat, per head, per pallet, per user, per month, fees for, fee for a place, sibling discount,
    angebot*, preis, preise, preisliste*, preisanfrage, was kostet, was kosten, was wurde, rabatt*, konditionen, mengenrabatt, staffelpreis*, wiederverkauf*, handler, ausschreibung*, lieferbar, vorratig, muster, kostenvoranschlag, kaufen, stuckpreis, devis, prix, tarif*, remise*, combien coute*, combien couterait, appel d'offres, revendeur*, grossiste, rabais, conditions commerciales, disponible*, acheter, echantillon*, presupuesto, precio*, tarifa*, descuento*, cuanto cuesta, cuanto costaria, licitacion, mayorista, distribuidor*, oferta, comprar, muestras, preventiv*, prezz*, listino, scont*, quanto costa, quanto costerebbe, gara d'appalto, rivendit*, distributore, offerta, acquistare, campion*, offerte*, prijs*, prijzen, korting*, wat kost, hoeveel kost, aanbesteding*, wederverkop*, groothandel, staffel*, kopen, stuksprijs, tarieven`,
  ),
  concept(
    "Sales",
    3,
    "buying more, renewing, trying out",
    `renew*, renewal, upgrade, more seats, additional licences, additional licenses, additional users, extra seats, next year's contract, contract renewal, extend our contract, book a demo, demo, trial, pilot, evaluate, evaluating, evaluation, looking for a supplier, looking for a provider, new customer, open an account with you, place an order, reorder, re order, repeat order, another order, second order, interested in buying, interested in your, would like to buy, want to buy, we'd like to order, switch from, switching to, switching from, considering switching, compare, business plan, enterprise plan, admissions, apply for a place, is there a place, open day, visit the school, prospectus, waiting list, school fees, new patient*, are you taking, framework deal, non profit rate, nonprofit, purchase order for, purchasing department, buying department, procurement, buyer for,
    verlanger*, vertragsverlangerung, weitere lizenzen, zusatzliche lizenzen, nachbestell*, bestellen wir, wurden gern bestellen, vorfuhrung, testzugang, probeabo, neukunde, einkauf, rahmenvertrag, interesse an, interessieren uns fur, anmelden fur, renouvel*, licences supplementaires, reapprovision*, essai, demonstration, nouveau client, service achats, contrat cadre, interesses par, commander, renov*, mas licencias, licencias adicionales, hacer un pedido, otro pedido, prueba gratuita, demostracion, nuevo cliente, departamento de compras, contrato marco, interesados en, rinnov*, licenze aggiuntive, nuovo ordine, riordin*, prova, dimostrazione, nuovo cliente, ufficio acquisti, contratto quadro, accordo quadro, interessati a, vorremmo ordinare, verleng*, extra licenties, bijbestell*, proefperiode, nieuwe klant, afdeling inkoop, raamovereenkomst, interesse in, willen bestellen, offerteaanvraag`,
  ),

  concept(
    "CTO",
    3,
    "interfaces and code",
    `api, apis, webhook*, endpoint*, sdk, oauth, saml, sso, scim, ldap, json, xml, csv export format, rest api, graphql, http, https, 401, 403, 429, 500 error, 502, 503, payload*, header*, token*, pull request, github, gitlab, repo, repository, commit, python, javascript, typescript, java, php, regex, sql, client library, integration with, rate limit*, timeout*, latency, signature does not, hmac, sha 256, tls, ssl, certificate*, cipher*, ssh, sftp, ftp, as2, edi, edifact, modbus, rtu, opc ua, mqtt, registers, firmware, baud, plc, controller, protocol, schema, changelog, sandbox, staging, test environment, bug report, stack trace, null pointer, memory leak, race condition, off by one, character encoding, utf 8, byte order, checksum, sync job, data import failed, migration script,
    schnittstelle*, zertifikat*, verschlussel*, programmier*, steuerung, registerliste, firmware*, protokoll, entwickler*, quellcode, certificat*, chiffrement, developpeur*, code source, interface de programmation, micrologiciel, certificado*, cifrado, desarrollador*, codigo fuente, integracion, certificato*, cifratura, sviluppator*, codice sorgente, integrazione, certificaat*, versleutel*, ontwikkelaar*, broncode, koppeling*, sleutel, publieke sleutel, programmeur*`,
  ),
  concept(
    "CTO",
    3,
    "security of systems",
    `vulnerabilit*, security researcher, responsible disclosure, bug bounty, idor, xss, csrf, sql injection, remote code, penetration test, pen test, pentest, exposed, leak*, security hole, security flaw, security issue, firewall, wifi, vpn, malware, ransomware, phishing, cve, patch, unpatched, end of support, out of support, two factor, mfa, password hash*, data of other, other people's data, other customers' data, see someone else's, another company's, soc 2, iso 27001, security questionnaire, encryption at rest, backup restore, intrusion,
    sicherheitslucke*, schwachstelle*, schadsoftware, datenleck, fremde daten, penetrationstest, faille*, vulnerabilite*, logiciel malveillant, test d'intrusion, vulnerabilidad*, fallo de seguridad, prueba de intrusion, vulnerabilita, falla di sicurezza, kwetsbaarhe*, beveiligingslek*, lek, pentest*, beveiliging van`,
  ),
  concept(
    "CTO",
    2,
    "infrastructure and technical decisions",
    `server*, hosting, cloud, aws, azure, database*, dns, domain name expires, mx record, spf, dkim, dmarc, load balancer, kubernetes, docker, uptime, sla report, maintenance window, data centre, data center, network, bandwidth, ip address, ip range, allowlist, whitelist, deprecat*, sunset of version, version 2, architecture, technical due diligence, technical contact, your engineers, your developers, your it, it department, it team, logs, time zone bug, utc, milliseconds, cron, queue, sensor, telemetry,
    rechenzentrum, datenbank*, netzwerk*, it abteilung, edv, wartungsfenster, technischer ansprechpartner, serveur*, base de donnees, reseau, service informatique, servidor*, base de datos, red informatica, departamento de informatica, mantenimiento programado, rete, reparto it, manutenzione programmata, ced, database, netwerk*, onderhoudsvenster, it afdeling, rekencentrum`,
  ),

  concept(
    "CMO",
    3,
    "press and appearance",
    `journalist*, reporter, editor, editorial, press, press release, newspaper, magazine, article about, interview with, radio, tv, podcast*, episode, feature on, story about, deadline for print, quote for our, media, broadcaster, blog post about, award*, shortlist*, nomination*, nominate*, review of your product, press kit, embargo, issue on, special issue, supplement, full page, advert*, ad space, banner, billboard, ad campaign, advertis*,
    presse*, journalist*, redaktion*, zeitung*, zeitschrift, beitrag uber, artikel uber, sonderheft, anzeige*, rundfunk, sendung uber, preisverleihung, auszeichnung, presseanfrage, journaliste*, redaction, magazine, reportage, emission, encart, publicite, prix du, dossier de presse, periodista*, redaccion, revista, reportaje, publicidad, anuncio*, premio*, nota de prensa, emisora, giornalista, redazione, rivista, intervista, pubblicita, inserzione, premio, comunicato stampa, journaliste, krant, tijdschrift, redactie, uitzending, advertentie*, reclame, prijsuitreiking, persbericht, interview*`,
  ),
  concept(
    "CMO",
    3,
    "brand, campaigns and social media",
    `logo*, brand guidelines, brand, branding, svg, high resolution, hi res, brand colours, brand colors, vector file, influencer*, followers, instagram, tiktok, youtube, linkedin post, facebook page, reel, reels, stories, hashtag, giveaway, collab*, co branding, testimonial, case study, campaign*, flyer*, leaflet*, brochure*, poster*, print run, newsletter for our, landing page, google ads, seo for your, click rate, analytics report, google reviews, reviews on, trustpilot, photo shoot, photographer, videographer, video clip, agency, creative, mock up, artwork, proofs, typo on your website, website text, website picture, wrong photo, display stand, in store promotion, promotion, shop window,
    logo*, marke, werbung, werbe*, kampagne*, flyer, broschure*, plakat*, werbeagentur, fotograf*, bewertung*, gewinnspiel, druckdaten, visitenkarten, messestand, charte graphique, campagne*, affiche*, depliant*, agence, abonnes, jeu concours, visuel*, imprimeur, photographe, campana*, folleto*, cartel*, seguidores, sorteo, agencia, creatividad, fotografo, imagen de marca, campagna, volantin*, manifest*, locandin*, agenzia, seguaci, fotograf*, grafica, campagne, folder*, affiche*, reclamebureau, volgers, winactie, huisstijl, drukwerk, fotograaf`,
  ),
  concept(
    "CMO",
    2.5,
    "events and sponsoring",
    `sponsor*, sponsorship, trade fair, trade show, exhibition, booth, stand at, stall at, expo, conference stand, conference slot, festival, charity run, raffle, raffle prize, tombola, open air, match day, shirt, jersey, banner at, support our club, sports club, partnership marketing, market stall, christmas market, event partner, product placement, co host, webinar together, joint event, survey of brands, market research, focus group,
    sponsoring, messe, ausstellung, stand auf, verein, trikot*, stadtlauf, spende fur die tombola, weihnachtsmarkt, veranstaltung, salon, foire, parrain*, mecenat, stand, exposition, maillot*, club sportif, kermesse, feria, patrocin*, caseta, camiseta*, carrera popular, evento, fiera, sponsorizza*, maglia, torneo, stand alla, espositori, beurs, sponsoring, stand op, toernooi, braderie, evenement`,
  ),

  concept(
    "Customer Success",
    3,
    "cannot do something with the product",
    `locked out, can't log in, cannot log in, can't login, can't sign in, log in problem, login problem, forgot my password, password reset, reset link, doesn't work, does not work, not working, stopped working, won't open, won't load, isn't loading, keeps crashing, app crashes, error message, how do i, how can i, how do we, where do i find, where can i find, can't find, cannot find, can't see, doesn't show, disappeared, vanished, is down, outage, it's slow, blank page, white screen, need help, please help, support, onboarding, set up our, training for, walk us through, invited my team, user manual, instructions for, cancel my subscription, close my account, change my address, change the name, update my details, unsubscribe me, app on my phone, notification settings,
    funktioniert nicht, geht nicht, klappt nicht, kann mich nicht, einloggen, anmelden kann, passwort vergessen, fehlermeldung, sturzt ab, wie kann ich, wo finde ich, ich finde nicht, brauche hilfe, einweisung, kundigen, konto loschen, bedienungsanleitung, zugang, ne fonctionne pas, ne marche pas, impossible de me connecter, mot de passe oublie, message d'erreur, comment puis je, ou trouver, besoin d'aide, resilier, plante, no funciona, no puedo entrar, no puedo acceder, contrasena, mensaje de error, como puedo, donde encuentro, necesito ayuda, darme de baja del, se bloquea, non funziona, non riesco, non riusciamo, password dimenticata, messaggio di errore, come faccio, dove trovo, ho bisogno di aiuto, disdire, si blocca, werkt niet, doet het niet, kan niet inloggen, wachtwoord, foutmelding, hoe kan ik, waar vind ik, hulp nodig, opzeggen, loopt vast`,
  ),
  concept(
    "Customer Success",
    3,
    "orders, deliveries and complaints of customers",
    `my order, our order, order number, where is my, hasn't arrived, has not arrived, not arrived, never arrived, still waiting, not received, haven't received, wrong item, wrong name, wrong size, wrong colour, wrong address, damaged, broken, cracked, faulty, defective, missing from, missing part, missing item, return label, return it, send it back, exchange, replacement, refund, money back, complain*, disappointed, unacceptable, fed up, not happy, unhappy, poor service, rude, apology, warranty, guarantee claim, repair, spare, leaking, noise from the, gift wrap*, gift card, gift message, delivery address, deliver to, delivery date, cancel my order, cancel order, change my order, personalis*, birthday, wedding, surprise, arrive before, arrive by, late delivery, delayed order,
    meine bestellung, unsere bestellung, bestellung, bestellnummer, bestellt, nicht angekommen, noch nicht da, warte seit, falsch geliefert, falsche, beschadigt, kaputt, defekt, reklamation, beschwer*, umtausch*, rucksend*, retoure, geld zuruck, ersatz, garantie, gewahrleistung, reparatur, geschenk*, lieferadresse, liefertermin, enttauscht, storniere*, ma commande, notre commande, commande n, pas recu, pas arrive*, toujours pas, endommage*, casse, cassee, defectueu*, reclamation, rembours*, echange, retour, decu, decue, garantie, livraison, cadeau, annuler ma, mi pedido, nuestro pedido, pedido, no ha llegado, no he recibido, todavia no, danad*, roto, rota, defectuos*, queja, reclamacion, devolucion, devolver, reembolso, cambio, decepcionad*, garantia, entrega, regalo, cancelar mi, mio ordine, nostro ordine, ordine, non e arrivat*, non ho ricevuto, ancora niente, danneggiat*, rott*, difettos*, reclamo, rimborso, reso, sostituzione, delus*, garanzia, consegna, regalo, compleanno, sbagliat*, pacco, annullare, mijn bestelling, onze bestelling, bestelling, niet ontvangen, niet aangekomen, nog steeds niet, beschadigd, kapot, defect, klacht, terugbetaling, retour, ruilen, teleurgesteld, garantie, levering, cadeau*, annuleren`,
  ),
  concept(
    "Customer Success",
    3,
    "patients, parents and pupils",
    `appointment*, reschedule, my tooth, tooth, toothache, crown, filling, dentist, pain, swollen, swelling, bleeding, prescription, patient, treatment, allergic, my son, my daughter, my child, our son, our daughter, year 7, year 8, year 9, year 10, class teacher, tutor, homework, school trip, school report, parents evening, pick up time, absent from school, ill today, bully*, lunch, uniform, timetable, lost property, pupil*, exam, reading test,
    termin, zahn*, schmerz*, weh, rezept, patient*, behandlung, krone, fullung, zahnarzt, mein sohn, meine tochter, mein kind, unser sohn, unsere tochter, klasse, lehrer*, krankmeldung, hausaufgaben, rendez vous, dent, dents, douleur*, ordonnance, patient*, mon fils, ma fille, mon enfant, professeur, cita, muela, dolor, receta, paciente, mi hijo, mi hija, profesor*, colegio, appuntamento, dente, dolore, ricetta, paziente, mio figlio, mia figlia, maestr*, insegnante, afspraak, kies, tand*, pijn, recept, patient, mijn zoon, mijn dochter, leraar, juf`,
  ),

  concept(
    "Operations",
    3,
    "carriers, goods coming in, customs",
    `pallet*, lorry, truck*, driver, loading, unloading, load, collection slot, ramp, dock, gate, forklift, warehouse*, depot, carrier, haul*, courier, freight, shipment, consignment, container, vessel, port, customs, commodity code, hs code, country of origin, eori, cmr, bill of lading, delivery note, goods received, incoming goods, pick up, eta, delayed by, breakdown, tyre, demurrage, tail lift, cold chain, dangerous goods, adr,
    palette*, lkw, spedition*, dispo*, disposition, fahrer, laderampe, rampe, stapler, verlad*, entlad*, lager*, lieferschein, wareneingang, avis*, zoll*, frachtbrief, fracht*, ladeschein, ankunft bei ihnen, verspatet, palette*, camion*, chauffeur, transporteur*, quai, chargement, dechargement, entrepot, douane*, bon de livraison, enlevement, pale*, camion*, conductor, transportista*, muelle, carga, descarga, almacen, aduana*, albaran, recogida, palett*, bancal*, autist*, trasport*, carico, scarico, magazzino, dogana*, bolla, ddt, ritiro, pallet*, vrachtwagen*, chauffeur, vervoerder*, laden, lossen, laadperron, magazijn, douane*, vrachtbrief, afhalen, planning`,
  ),
  concept(
    "Operations",
    3,
    "suppliers and their deliveries",
    `raw material*, supplier, your order with us, order confirmation from us, we can't supply, cannot supply, out of stock at, shortage, allocation, minimum quantity, casting*, machin*, spindle, tooling, drawing, tolerance, batch number, lot number, material certificate, inspection report, quality deviation, deviation, non conformance, recall of, substitute material, back order, backorder, production slot, production stop, shift, spare part for your, gearbox, maintenance contract, maintenance visit, service visit, boiler, calibration, compressor, subcontract*, can't deliver, we deliver to you, our delivery to you, call off, call off order, forecast quantities,
    lieferant*, rohstoff*, charge, chargennummer, auftragsbestatigung, lieferengpass, engpass, abweichung, prufbericht, werkstoff*, guss, werkzeug*, wartung*, ersatzteil fur ihre, liefern wir, konnen nicht liefern, abruf*, fournisseur*, matiere premiere, matieres premieres, penurie, rupture de stock, lot n, ecart, maintenance, pieces, atelier, proveedor*, materia prima, escasez, lote, desviacion, mantenimiento, taller, maquin*, fornitor*, materia prima, lotto, carenza, scostamento, manutenzione, officina, macchin*, stampo, leverancier*, grondstof*, tekort, partij, afwijking, onderhoud*, werkplaats, machine*, onderdelen`,
  ),
  concept(
    "Operations",
    3,
    "premises, staff and rotas",
    `premises, landlord, building, roof, leak in, heating, heater, alarm, key, keys, cleaner*, cleaning, caretaker, parking, car park, neighbour*, noise at night, fire drill, fire safety, extinguisher*, waste collection, skip, electrician, plumber, meter reading, office move, canteen, rota, rotas, shift swap, night shift, overtime, agency staff, temp, temps, applicant, application for, apply for the, cv attached, my cv, job, vacancy, vacancies, apprentice*, internship, work experience, reference for, reference request, sick note, sick leave, doctor's note, holiday request, annual leave request, parental leave, contract of employment copy, steward, works council, fleet, van, minibus, coach, coaches, driver's licence, tachograph, health and safety, risk assessment, accident at work,
    vermieter, gebaude, heizung, alarmanlage, schlussel, reinigung*, hausmeister, parkplatz*, anwohner, nachbar*, brandschutz, mullabfuhr, entsorgung, elektriker, zahlerstand, schichtplan, dienstplan, nachtschicht, uberstunden, bewerb*, lebenslauf, stellenanzeige, praktikum, ausbildungsplatz, azubi, arbeitszeugnis, krankschreibung, urlaubsantrag, betriebsrat, fuhrpark, arbeitssicherheit, arbeitsunfall, bailleur, batiment, chauffage, alarme, nettoyage, voisin*, riverain*, incendie, candidature, cv, stage, alternance, offre d'emploi, conges, arret maladie, planning des, edificio, calefaccion, alarma, limpieza, vecin*, incendios, solicitud de empleo, curriculum, practicas, oferta de empleo, vacaciones, baja medica, turno*, arrendador, palazzo, riscaldamento, allarme, pulizi*, vicin*, antincendio, candidatura, curriculum, tirocinio, stage, ferie, malattia, turni, affitto, verhuurder, gebouw, verwarming, alarm*, schoonma*, buren, bewoner*, brandveiligheid, sollicit*, cv, stage*, vacature*, verlof, ziekmelding, rooster*, ploeg*`,
  ),

  concept(
    "CEO",
    3,
    "ownership and strategy",
    `shareholder*, shares, share sale, stake, owner of the company, owners of, ownership, succession, successor, board, board meeting, board of, supervisory board, chair of, chairman, chairwoman, trustee*, governor*, non executive, acquisition, acquire, merger, merge, takeover, take over your, sell the company, sell your company, sale of the company, buy your company, buying your business, joint venture, strategic partnership, strategic, strategy, valuation, invest in, investor*, investment round, term sheet, private equity, venture, family business, family office, dividend*, inheritance of, employee owned, exit, co founder, cofounder, founder, long term direction, future of the company, open letter, resign*, i'm leaving, stepping down, step down, confidential between us, only you, in confidence, for your eyes,
    gesellschafter*, anteile, anteil, nachfolge*, nachfolger*, aufsichtsrat, beirat, vorstand, ubernahme, fusion*, verkauf der firma, unternehmensverkauf, beteiligung*, investor*, strategi*, testament, erben, stiftung, dividende*, familienunternehmen, vertraulich, actionnaire*, parts sociales, actions, conseil d'administration, rachat, fusion*, cession de l'entreprise, investisseur*, strategi*, succession, dividende*, associe, confidentiel*, entre nous, accionista*, participaciones, consejo de administracion, adquisicion, fusion, venta de la empresa, inversor*, estrateg*, sucesion, dividendo*, socio, confidencial, entre nosotros, azionist*, quote, soci, consiglio di amministrazione, acquisizione, fusione, vendita dell'azienda, investitor*, strategi*, successione, dividend*, riservat*, tra noi, aandeelhouder*, aandelen, raad van bestuur, raad van commissarissen, overname, fusie, verkoop van het bedrijf, investeerder*, strategi*, opvolging, dividend*, vertrouwelijk, onder ons`,
  ),
  concept(
    "CEO",
    2.5,
    "the head in person",
    `dear ceo, the ceo, managing director, headmaster, headmistress, headteacher, head teacher, principal, you personally, to you personally, with you personally, speak to you personally, by yourself, meet you, meeting with you, lunch with you, dinner with you, your story, your speech, keynote, give a talk, speak at our, speak at the, panel, fireside, as a founder, your father, your mother, funeral, condolence*, your words, on stage, mayor, minister, member of parliament, mp, ambassador, president of, chamber of commerce, association of, honorary, invite you to join, advisory board, mentor, mentoring, university lecture, guest lecture, donate, donation, gift of, give to the school, bequest, in memory of, i heard you, i saw you, congratulations on,
    geschaftsfuhr*, geschaftsleitung, inhaber*, chefin, chef, sie personlich, personlich mit ihnen, ihnen personlich, vortrag, festrede, podium*, burgermeister*, minister*, handelskammer, ihk, ehrenamt, ihr vater, beerdigung, beileid, spende, directeur general, directrice generale, pdg, vous en personne, vous rencontrer, conference, discours, maire, ministre, chambre de commerce, votre pere, condoleances, don de, director general, directora general, gerente, usted personalmente, conocerle, ponencia, discurso, alcald*, ministr*, camara de comercio, su padre, pesame, donacion, amministratore delegato, direttore generale, titolare, lei personalmente, di persona, incontrarla, discorso, relatore, sindac*, ministr*, camera di commercio, suo padre, condoglianze, donazione, directeur, directie, u persoonlijk, kennismaken, lezing, toespraak, burgemeester, minister, kamer van koophandel, uw vader, gecondoleerd, schenking`,
  ),
];

/** Words in the sender's address and name that say what they do. */
export const senders: readonly Concept[] = [
  concept(
    "Legal",
    3,
    "a lawyer's or an authority's address",
    `legal, law, lawyers, solicitors, attorneys, kanzlei, rechtsanwalt, rechtsanwalte, recht, arbeitsrecht, avv, avvocati, avocat, avocats, abogados, advocaten, notary, notar, notaire, privacy, dpo, datenschutz, compliance, ip, patents, counsel, court, tribunal, rights, ombudsman`,
  ),
  concept(
    "CFO",
    2.5,
    "an accounts department's address",
    `billing, invoices, invoicing, accounts, accounting, accountant, finance, payments, payables, receivables, ap, ar, credit, treasury, tax, audit, auditors, bank, banque, banca, banco, sparkasse, volksbank, payroll, revenue, hmrc, grants, insurance, buchhaltung, rechnung, steuerberater, steuerberatung, finanzamt, kasse, comptabilite, facturation, facturacion, contabilidad, administracion, contabilita, amministrazione, boekhouding, facturen, debiteuren, belastingdienst, leasing, factoring, inkasso, collections,`,
  ),
  concept(
    "CTO",
    2.5,
    "a technical address",
    `security, dev, developer, developers, engineering, engineer, api, platform, noc, netops, sysadmin, devops, tech, hosting, networks, it, infosec, cert, integrations, edi, technik, entwicklung, sviluppo, technique, sistemas`,
  ),
  concept(
    "CMO",
    2.5,
    "a media or marketing address",
    `press, presse, prensa, stampa, media, marketing, redaktion, redaction, redaccion, redazione, redactie, editor, news, magazine, radio, tv, podcast, gazette, chronicle, herald, courier news, zeitung, agency, agentur, creative, studio, events, event, sponsoring, werbung, brand, social, pr, print, printing, festival, awards, photo, film`,
  ),
  concept(
    "Sales",
    2,
    "a buying department's address",
    `procurement, purchasing, einkauf, achats, compras, acquisti, inkoop, buyer, buying, tender, tenders, sourcing`,
  ),
  concept(
    "Operations",
    2,
    "a carrier's or supplier's address",
    `dispo, disposition, dispatch, planning, logistics, logistik, logistique, logistica, logistiek, transport, spedition, transporte, trasporti, freight, haulage, shipping, export, import, customs, warehouse, lager, parcel, courier, carrier, depot, fleet, workshop, werkstatt, service, maintenance, wartung, facility, facilities, cleaning, reinigung, hr, jobs, karriere, careers, recruiting, bewerbung, rota, supply, supplies, machining, foundry`,
  ),
  concept(
    "CEO",
    2.5,
    "an investor's or official's address",
    `ventures, venture, capital, partners, holding, invest, investors, equity, board, chair, chairman, mayor, minister, parliament, assembly, council, family, trust, foundation, stiftung, founders, forum, secretary, union, chamber, ambassador, embassy`,
  ),
];
