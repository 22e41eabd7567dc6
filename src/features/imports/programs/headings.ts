import { fieldsBy } from "#features/imports/programs/program.ts";

/**
 * Headings of fields in German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish and Japanese, and further
 * English ones: those of all kinds that have the field, and those of one kind. Bare, like the headings of programs.
 */
const shared = fieldsBy(`
  customerName: kunde kundin kundenname debitor client nomduclient cliente nombredelcliente nomecliente nomedocliente
  klant klantnaam klient nazwaklienta kontrahent nabywca kund kundnamn 顧客 顧客名 得意先 取引先,
  vendorName: lieferant lieferantenname kreditor anbieter fournisseur prestataire proveedor fornitore fornecedor
  leverancier aanbieder dostawca sprzedawca leverantor,
  email: mailadresse emailadresse courriel adresseemail correoelectronico correo emailadres adresemail epost epostadress,
  phone: telefon telefonnummer telephone telefono telefone telefoon telefoonnummer numertelefonu,
  amount: betrag bruttobetrag 金額 合計金額 gesamtbetrag rechnungsbetrag montant montantttc importe importetotal importo
  importototale valor valortotal bedrag totaalbedrag kwota kwotabrutto belopp totalbelopp,
  currency: wahrung waehrung valuuta valuutta mena parabirimi валюта valuta 通貨 devise monnaie moneda divisa moeda waluta,
  notes: notiz notizen 備考 bemerkung bemerkungen kommentar anmerkung remarque commentaire notas observaciones osservazioni
  observacoes opmerking opmerkingen uwagi anteckning anmarkning bemærkning poznamka,
  ownerName: verantwortlich verantwortlicher 担当 担当者 zustandig betreuer responsable responsavel responsabile verantwoordelijke
  opiekun ansvarig,
  status: statut zustand tila stav durum статус etat 状態 ステータス estado situacao stato,
  category: kategorie categorie categoria kategoria kategori,
  description: beschreibung libelle 摘要 descripcion concepto descrizione causale descricao omschrijving opis beskrivning beskrivelse kuvaus popis aciklama описание,
  reference: referenz referencia riferimento referentie referens
`);
const own: Readonly<Record<string, Record<string, string | null>>> = {
  invoices: fieldsBy(`
    number: rechnungsnummer 請求書番号 rechnungsnr belegnummer belegnr nfacture nofacture numerodefacture numfacture
    numerodefactura nfactura nofactura numerofattura nfattura numerodafatura nofatura factuurnummer factuurnr
    numerfaktury nrfaktury fakturanummer fakturanr,
    issuedOn: rechnungsdatum 請求日 発行日 belegdatum datedefacture datefacture dateemission datedemission fechadefactura fechafactura
    fechadeemision datafattura datadafatura datadeemissao dataemissao factuurdatum datawystawienia fakturadatum,
    dueOn: falligkeit 支払期限 支払期日 falligkeitsdatum falligam zahlbarbis echeance datedecheance vencimiento fechadevencimiento scadenza
    datadiscadenza datascadenza vencimento datadevencimento vervaldatum terminpłatnosci terminplatnosci forfallodatum
    forfallodag,
    paidOn: bezahltam zahlungsdatum datedepaiement payele fechadepago datadipagamento datapagamento datadepagamento
    betaaldatum datazapłaty betaldatum,
    openAmount: offen offenerbetrag restbetrag resteapayer montantdu restantdu saldopendiente importependiente pendiente
    saldodovuto dapagare residuo saldoemaberto valoremaberto openstaand openstaandbedrag pozostałodozapłaty dozapłaty
    aterstar attbetala
  `),
  deals: fieldsBy(`
    name: verkaufschance chance affaire opportunite oportunidad opportunita oportunidade negocio,
    stage: phase etape etapa fase etap,
    probability: wahrscheinlichkeit probabilite probabilidad probabilita probabilidade kans waarschijnlijkheid,
    openedOn: erstelltam erstelldatum datedecreation creele fechadecreacion datadicreazione datadecriacao aanmaakdatum
    datautworzenia skapad,
    expectedCloseOn: abschlussdatum schlusstermin datedecloture fechadecierre datadichiusura datadefechamento
    sluitingsdatum
  `),
  customers: fieldsBy(`
    name: kunde kundenname firma firmenname 会社名 unternehmen client nomduclient nom societe raisonsociale entreprise cliente
    nombre empresa razonsocial nome ragionesociale azienda razaosocial klant klantnaam bedrijfsnaam naam klient
    nazwafirmy kund kundnamn foretag namn,
    segment: branche secteur sector settore setor,
    since: kundeseit clientdepuis clientedesde klantsinds
  `),
  vendors: fieldsBy(`
    name: lieferant lieferantenname firma fournisseur proveedor fornitore fornecedor leverancier dostawca leverantor
  `),
  tickets: fieldsBy(`
    number: ticketnummer nr numero nummer numer,
    title: betreff 件名 titel thema sujet objet titre asunto titulo oggetto titolo assunto onderwerp temat tytuł amne,
    openedOn: erstelltam eroffnetam 受付日 datedouverture creele fechadeapertura creadoel datadiapertura abertoem aangemaaktop,
    dueOn: falligam 期限 frist echeance fechalimite vencimiento scadenza prazo vervaldatum termin,
    priority: prioritat priorite prioridad priorita prioridade prioriteit priorytet prioritet
  `),
  subscriptions: fieldsBy(`
    name: dienst service abo abonnement produkt produit servicio suscripcion servizio abbonamento servico assinatura,
    amount: preis prix cout precio coste prezzo costo preco prijs cena pris,
    interval: abrechnung abrechnungszeitraum periodicite frequence periodicidad frecuencia periodicita frequenza
    periodicidade frequentie,
    startedOn: beginn debut inicio inizio begin,
    renewsOn: verlangerung verlangerungam renouvellement renovacion rinnovo renovacao verlenging
  `),
  contracts: fieldsBy(`
    title: vertrag vertragsname contrat contrato contratto umowa avtal,
    signedOn: unterzeichnetam signele firmadoel fechadefirma datadifirma assinadoem getekendop,
    startsOn: beginn vertragsbeginn debut datededebut inicio fechadeinicio inizio datadiinizio datadeinicio begindatum,
    endsOn: ende vertragsende laufzeitende fin datedefin fechadefin fine datadifine fim datadefim einddatum,
    noticeDays: kundigungsfrist preavis preaviso preavviso avisoprevio opzegtermijn,
    autoRenews: automatischeverlangerung tacitereconduction reconductiontacite renovacionautomatica rinnovoautomatico
    renovacaoautomatica automatischeverlenging,
    yearlyValue: jahreswert valeurannuelle valoranual valoreannuo jaarwaarde
  `),
  people: fieldsBy(`
    +name: vorname nachname familienname prenom nomdefamille apellido apellidos cognome sobrenome voornaam achternaam
    imie nazwisko fornamn efternamn,
    name: mitarbeiter 氏名 mitarbeitername nom employe salarie nombre empleado trabajador nome dipendente funcionario
    colaborador naam medewerker werknemer imieinazwisko pracownik namn anstalld,
    role: stelle 役職 funktion poste fonction puesto cargo ruolo mansione funcao functie stanowisko roll befattning,
    team: abteilung 部署 kostenstelle departement departamento reparto ufficio afdeling dział avdelning,
    startedOn: eintritt 入社日 eintrittsdatum datedentree datedembauche embauche fechadealta fechadeingreso
    fechadecontratacion datadiassunzione dataassunzione datadeadmissao indienstdatum datazatrudnienia anstallningsdatum einstellungsdatum beschaftigtseit dateembauche fechainicio fechadeinicio
    datainizio datadeinicio startdatum datarozpoczecia startdato ansettelsesdato datumnastupu датаприема,
    endedOn: austritt austrittsdatum datedesortie datededepart fechadebaja datacessazione datadesaida uitdienstdatum ausgeschiedenam letzterarbeitstag datesortie fechafin fechadefin datafine datadefim
    einddatum datazakonczenia slutdatum slutdato datumukonceni датаувольнения 退職日,
    monthlyCost: gesamtkosten monatskosten personalkosten coutmensuel costemensual costomensile customensal maandkosten
    kosztmiesieczny manadskostnad monatsgehalt bruttomonatsgehalt salairemensuel salariomensual sueldomensual stipendiomensile
    salariomensal maandsalaris manadslon manedslon 月給,
    managerName: vorgesetzter vorgesetzte,
    location: standort lieu ubicacion sede locatie lokalizacja
  `),
  bankAccounts: fieldsBy(`
    name: kontoname konto bezeichnung nomducompte compte nombredelacuenta cuenta conto nomedaconta conta rekeningnaam,
    number: kontonummer numerodecompte numerodecuenta numerodiconto numerodaconta rekeningnummer,
    bank: banque banco banca,
    balance: saldo kontostand solde,
    balanceOn: stand stichtag datedusolde fechadelsaldo
  `),
  transactions: fieldsBy(`
    accountName: konto kontonummer compte cuenta conto conta rekening rachunek,
    bookedOn: buchungstag 取引日 buchungsdatum datum dateoperation datedoperation datecomptable fecha fechaoperacion
    fechacontable data dataoperazione datacontabile datamovimento boekdatum dataoperacji dataksiegowania bokforingsdag,
    description: verwendungszweck narration narrative particulars remarks transaction buchungstext text,
    counterparty: empfanger begunstigter zahlungspflichtiger beneficiaire contrepartie beneficiario ordinante tegenpartij
    odbiorca motpart modpart auftraggeber zahlungsempfanger zahlender contropartita contraparte contrahent tiers
    mottagare modtager saaja protistrana контрагент,
    balance: saldo kontostand solde saldofinal closingbalance runningbalance runningbal balanceafter soldeapres soldecomptable saldocontabile saldocontable kontosaldo stan stankonta salda
    zustatek saldoefter saldoetter bakiye остаток 잔액 余额 残高 差引残高,
    -amount: soll belastung debe cargo addebiti uscite saidas af obciazenia uttag お支払金額,
    +amount: haben gutschrift haber abono accrediti entrate entradas bij uznania insattning お預り金額
  `),
  ledger: fieldsBy(`
    account: konto kontobezeichnung compte cuenta conto conta grootboekrekening,
    month: monat mois mes mese maand miesiac manad,
    actual: ist istwert reel realise real effettivo realizado werkelijk,
    budget: plan planwert soll presupuesto preventivo orcamento begroting,
    type: typ art kontoart type tipo
  `),
  figures: fieldsBy(`
    day: datum tag jour fecha dia data giorno dag dzien,
    figure:daily_revenue: umsatz tagesumsatz einnahmen chiffredaffaires ca recettes ingresos ventas ricavi incassi receita
    faturamento omzet przychod omsattning
  `),
};

export function furtherHeadings(target: string, field: string): string[] {
  const of = (table: Record<string, string | null> = {}) =>
    Object.entries(table).flatMap(([heading, name]) => (name === field ? [heading] : []));
  return [...of(own[target]), ...of(shared)];
}
