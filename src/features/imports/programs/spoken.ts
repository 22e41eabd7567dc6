const fold = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
/**
 * Words of headings and cells in the larger languages, as a dictionary has them: bare, like the headings of programs.
 * They tell what a column or a line is where its place beside others leaves two readings.
 */
const words = (table: string): ReadonlySet<string> =>
  new Set(
    table
      .trim()
      .split(/\s+/)
      .flatMap((word) => [word, fold(word)]),
  );

const debitWords = `
  debit debits debited dr db soll belastung belastungen debite debe debito debitos cargo cargos dare addebito addebiti
  debet obciazenie obciazenia obciążenie obciążenia winien wn terheles borc дебет дт χρεωση χρεωσεις debitare debitari
  duguje breme เดบิต مدين חובה 借方 借 借記 차변
`;
const creditWords = `
  credit credits credited cr haben gutschrift gutschriften credite haber abono abonos credito creditos avere accredito
  accrediti kredit uznanie uznania jovairas alacak кредит кт πιστωση πιστωσεις creditare creditari potrazuje dobro
  เครดิต دائن זכות 貸方 贷方 贷 貸 貸記 대변
`;
/** The sides of an account, which say of an amount of any kind whether it adds or takes back. */
export const debits = words(debitWords);
export const credits = words(creditWords);

export const moneyOut = words(`${debitWords}
  withdrawal withdrawals withdrawn paidout moneyout outflow outflows outgoing outgoings out spent
  payment payments payout payouts expense expenses charge charges
  lastschrift ausgang ausgange ausgabe ausgaben auszahlung auszahlungen abgang
  retrait retraits depense depenses sortie sorties decaissement decaissements
  retiro retiros egreso egresos gasto gastos salida salidas
  uscita uscite prelievo prelievi spesa spese
  saida saidas saque saques retirada retiradas despesa despesas
  af afschrijving afschrijvingen uitgave uitgaven opname
  wyplata wyplaty wypłata wypłaty wydatek wydatki rozchod
  uttag utgift utgifter ud udgift udgifter ut uttak otto panot menot
  vydaj vydaje vyber vybery kiadas gider cikis расход расходы списание
  αναληψη αναληψεις видаток видатки списання retragere retrageri isplata isplate
  rashod rashodi odliv odlivi теглене разход vyplata penarikan keluar pengeluaran ghino rutra ถอน ถอนเงิน
  سحب السحب משיכה 提款 支取
  出金 出金額 支出 支払 お支払金額 引出 引出額 取出 출금 출금액
`);

export const moneyIn = words(`${creditWords}
  deposit deposits deposited paidin moneyin inflow inflows incoming incomings in received receipt
  receipts lodgement lodgements lodgment income
  eingang eingange einnahme einnahmen einzahlung einzahlungen zugang
  versement versements depot depots recette recettes entree entrees encaissement encaissements
  ingreso ingresos entrada entradas
  entrata entrate versamento versamenti incasso incassi
  recebimento recebimentos receita receitas deposito depositos
  bij bijschrijving bijschrijvingen inkomsten storting stortingen ontvangst ontvangsten
  wplata wplaty wpłata wpłaty wplyw wplywy wpływ wpływy przychod
  insattning insattningar inkomst inkomster ind indbetaling indbetalinger inn innskudd pano tulot
  prijem prijmy vklad vklady bevetel gelir giris приход поступление поступления
  καταθεση καταθεσεις надходження зарахування depunere depuneri incasari uplata
  uplate priliv prilivi постъпление внасяне setoran masuk pemasukan ghico guivao ฝาก ฝากเงิน
  إيداع الإيداع הפקדה 存款 存入
  入金 入金額 収入 預入 お預り金額 お預入金額 收入 存入 입금 입금액
`);

/** Parts of headings that say it within a longer word. */
const longEnough = 6;

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Whether a heading has one of the words, or a longer one within it: "Withdrawal Amt.", "Accrediti". */
export function says(heading: string, known: ReadonlySet<string>): boolean {
  const parts = partsOf(fold(heading));
  const joined = parts.join("");
  if (known.has(joined) || parts.some((part) => known.has(part))) return true;
  return [...known].some(
    (word) => (word.length >= longEnough || /\P{Script=Latin}/u.test(word)) && joined.includes(word),
  );
}

/** Which way a word of a line says its money went: "D", "Credit", "Af", "+". */
export function directionIn(cell: string): "in" | "out" | null {
  const word = partsOf(fold(cell)).join("") || cell.trim();
  if (moneyOut.has(word) || /^(?:[ds]|[-−–])$/.test(word)) return "out";
  return moneyIn.has(word) || /^[ch+]$/.test(word) ? "in" : null;
}

/** A payment that goes back to its payer. */
export const refunds = words(`
  refund refunds refunded refunding return returns moneyback
  erstattung erstattet ruckerstattung ruckerstattet ruckzahlung retoure
  remboursement remboursements rembourse rembourses remboursee retour retours
  reembolso reembolsos reembolsado reembolsada devolucion devoluciones devuelto devuelta
  rimborso rimborsi rimborsato rimborsata reso resi
  reembolsada estorno estornos estornado estornada devolucao devolvido
  terugbetaling terugbetalingen terugbetaald teruggestort
  zwrot zwroty zwrocono zwrócono aterbetalning aterbetald aterbetalt refundering refunderad refunderet tilbagebetaling
  palautus hyvitys vraceni vraceno iade возврат возвращено 返金 返金済み 払い戻し 退款 已退款 환불
`);

/** A payment that never came about. */
export const failures = words(`
  failed declined canceled cancelled pending onhold awaitingpayment unpaid expired voided void rejected incomplete abandoned blocked reverted
  fehlgeschlagen abgelehnt storniert ausstehend abgebrochen echoue refuse annule enattente
  fallido rechazado cancelado pendiente anulado fallito rifiutato annullato insospeso inattesa
  falhou recusado pendente mislukt geweigerd geannuleerd nieudana odrzucona anulowana
  misslyckad avbruten nekad 失敗 キャンセル 保留 失败 已取消
`);

/** What a person is paid or costs. */
export const pay = words(`
  salary salaries wage wages pay compensation remuneration earnings cost costs gross ctc package payroll stipend
  gehalt lohn stundenlohn stundensatz monatslohn jahreslohn wochenlohn uurloon maandloon jaarloon weekloon timlon arslon
  veckolon timelon hourlyrate payrate ctc bruttogehalt bruttolohn grundgehalt entgelt vergutung verdienst kosten personalkosten
  salaire salaires remuneration traitement brut cout
  salario salarios sueldo sueldos retribucion remuneracion bruto coste costo
  stipendio stipendi retribuzione lordo
  ordenado vencimento remuneracao custo
  loon salaris brutoloon brutosalaris bezoldiging
  wynagrodzenie pensja placa płaca brutto koszt lon bruttolon kostnad manadslon manedslon palkka plat mzda ber maas ucret
  зарплата оклад 給与 給料 月給 年俸 時給 基本給 工资 薪资 薪水 급여 연봉 월급
`);

/** The time that a pay is for; a price of an hour says no cost of a month. */
export const periods = {
  monthly: words(`
    month monthly permonth monat monatlich monats mensuel mensuelle mois mensual mes mensile mese mensal maand
    maandelijks miesiac miesiecznie miesieczny miesięcznie miesięczny manad manads manadslon maned manedslon manedlig
    manadsvis kuukausi aylik mesic mesicni havi месяц месячный ежемесячно 月給 月額 毎月 每月 月薪 월급
    monatsgehalt monatslohn maandloon maandsalaris
  `),
  yearly: words(`
    year yearly annual annually annum peryear perannum yr jahr jahrlich jahres annuel annuelle annee anual ano anio
    annuale annuo anno anuale jaar jaarlijks rok rocznie roczny arlig ars arslon vuosi yillik rocni evi год годовой
    ежегодно 年俸 年収 年額 毎年 年薪 연봉 jahresgehalt jahreslohn jahresbrutto jaarsalaris jaarloon
  `),
  weekly: words(`
    week weekly wk perweek woche wochentlich wochenlohn semaine hebdomadaire semana semanal settimana settimanale
    wekelijks weekloon tydzien tydzień tygodniowo vecka veckolon uge ugentlig viikko haftalik неделя еженедельно 週給
    周薪 주급
  `),
  fortnightly: words("fortnight fortnightly biweekly everytwoweeks quinzaine zweiwochentlich catorcenal"),
  hourly: words(`
    hour hourly perhour stunde stundlich stunden stundenlohn stundensatz heure horaire hora hourlyrate ora orario
    orarie uur uurloon uurtarief godzina godzinowa godzinowy timme timlon timelon tunti saatlik hodina hodinova
    orabers час почасовая 時給 时薪 시급
  `),
} as const;
export type Period = keyof typeof periods;

/** How many of a period a month has; null if that is not known. */
export const perMonth: Readonly<Record<Period, number | null>> = {
  monthly: 1,
  yearly: 1 / 12,
  weekly: 52 / 12,
  fortnightly: 26 / 12,
  hourly: null,
};

/** The time that a heading or a word says; null if it says none, or several. */
export function periodIn(text: string): Period | null {
  const parts = partsOf(
    fold(text)
      .replaceAll(/\bp\.\s?a\b/g, "peryear")
      .replaceAll(/\bp\.\s?m\b/g, "permonth")
      .replaceAll(/\bbi-?\s?weekly\b/g, "biweekly"),
  );
  const joined = parts.join("");
  const found = (Object.keys(periods) as Period[]).filter(
    (period) =>
      periods[period].has(joined) ||
      parts.some(
        (part) =>
          periods[period].has(part) ||
          // One word in Germanic languages: "Jahresgehalt".
          [...periods[period]].some((word) => word.length >= 5 && part.startsWith(word)),
      ),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The amount of one line of several: what it is of, and what it is made of. */
export const lineAmounts = words(`
  lineamount linetotal linenet linesubtotal lineitemamount lineitemtotal itemamount itemtotal extendedprice extendedamount
  positionsbetrag zeilenbetrag positionssumme einzelbetrag montantligne totalligne importelinea totallinea importoriga
  totaleriga valoritem totalitem regelbedrag regeltotaal wartoscpozycji radbelopp radsumma 明細金額 行金额
`);
export const quantities = words(`
  quantity qty units count menge anzahl stuck stueck quantite qte cantidad cant unidades quantita qta quantidade qtd
  aantal hoeveelheid ilosc ilość antal mangd kvantitet maara mnozstvi mennyiseg miktar adet количество 数量 수량
`);
export const unitPrices = words(`
  price unitprice rate unitcost itemprice lineitemprice preis einzelpreis stuckpreis prix prixunitaire precio
  preciounitario prezzo prezzounitario preco precounitario prijs stukprijs eenheidsprijs cena cenajednostkowa pris apris
  enhetspris styckpris yksikkohinta birimfiyat цена 単価 单价 단가
`);

/** What is private of people: faith, health, origin, gender, family and birth. */
export const personal = words(`
  birth birthday birthdate dob geburt geburtsdatum geburtstag geburtsort naissance nacimiento cumpleanos nascita nascimento
  aniversario geboortedatum geboorte fodelsedatum fodselsdato syntymaaika urodzenia narozeni рождения 生年月日 誕生日 出生日期 생년월일
  gender sex pronouns ethnicity ethnic race religion religious faith disability disabled handicap veteran marital
  nationality citizenship birthplace pregnancy health medical illness sickness sick union orientation age
  geschlecht konfession kirchensteuer religionszugehorigkeit behinderung schwerbehindert familienstand
  staatsangehorigkeit nationalitat krank krankheit krankheitstage krankentage gewerkschaft schwangerschaft mutterschutz
  steuerklasse kinderfreibetrag kinderfreibetrage krankenkasse
  sexe genre ethnie religieux etatcivil situationfamiliale nationalite citoyennete sante maladie syndicat grossesse
  sexo genero etnia raza estadocivil nacionalidad ciudadania religiosa discapacidad salud enfermedad sindicato
  sesso genere religione statocivile nazionalita cittadinanza disabilita salute malattia sindacato gravidanza
  religiao raca nacionalidade cidadania deficiencia saude doenca
  geslacht burgerlijkestaat nationaliteit godsdienst ziekte zwangerschap
  plec płec płeć stancywilny narodowosc obywatelstwo wyznanie niepelnosprawnosc choroba
  kon kjonn civilstand civilstatus nationalitet medborgarskap sjukdom sygdom sykdom sukupuoli kansalaisuus
  пол национальность гражданство религия инвалидность стать громадянство
  性別 国籍 宗教 障害 婚姻 病歴 健康 性别 民族 성별 국적 종교 장애 혼인
`);
