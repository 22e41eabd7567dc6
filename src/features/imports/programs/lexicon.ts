import { languageFillers, languages } from "#features/imports/programs/languages.ts";

/**
 * What the words of headings and cells mean, in the languages of most business software: English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech, Hungarian, Turkish, Japanese,
 * and the commonest of Chinese, Russian and Korean. Words are folded: lower case, no accents. Several meanings at once
 * are written with a space between: "first name: vorname". A word may stand in several lines: it can mean each.
 */
const table = `
date: date dates dated datum datums data fecha fechas dato dag dags paiva paivamaara pvm dia jour tag tags giorno dzien den datumu tarih tarihi kelte 日付 日 年月日 日期 дата 날짜 일자 datetime timestamp
time: time zeit uhrzeit heure hora tijd tid klockslag klokkeslet klokkeslett aika czas cas ido saati 時刻 时间 время 시간
days: days tage jours dias giorni dagen dagar dage dager dni napok
due: due maturity fallig falligkeit falligkeits falligkeiten zahlbar echeance echeances exigible vencimiento vencimientos vence scadenza scadenze vencimento vencimentos verval vervallen forfall forfalls forfald forfalds forfallo erapaiva erapaivan termin terminu splatnost splatnosti hatarido vade vadesi 期限 期日 到期 срок 만기 deadline frist prazo limite payby
issue: issue issued issuance billed billing emission emis emise emitted emision emitida emitido emissione emesso emessa emissao ausstellung ausstellungs ausgestellt utstedt utstedelse udstedt udstedelse utstalld uitgifte wystawienia wystawione wystawiono vystaveni vystaveno keltezese duzenleme raised 発行 开具 выставлен 발행
invoice: facturation facturering fakturering fakturerings invoice invoices inv rechnung rechnungs rechnungen facture factures factura facturas facturacion fattura fatture fatturazione fatura faturas factuur facturen factuurs faktura fakturor fakturaer fakturas faktury fakturace faktur lasku laskun laskut szamla szamlak bill bills 請求書 請求 发票 счет счёт 청구서
document: document doc docs beleg belegs belege dokument dokumentu documento documenti bilag bilags verifikat verifikation asiakirja tosite piece pieza doklad dokladu bizonylat belge 伝票 単据 документ
number: number numbers num nummer numeros nr nos no numero numeri n nbr numer numeru cislo szam szama numarasi numara nomor 番号 号 号码 编号 номер 번호
id: id ids identifier uuid guid kennung identifiant identificador identificativo identifikator tunnus tunniste azonosito kimlik key
reference: reference references ref refs referenz referencia referencias riferimento riferimenti referentie referens referanse referance viite viitteet odkaz hivatkozas referans 参照 参考
customer: customer consumer verbraucher consommateur consumidor consument customers cust client clients kunde kunden kundin kund kunders debitor debitoren debitors debtor debtors klant klanten cliente clientes clienti klient klienta klienci klienti asiakas asiakkaan asiakkaat zakaznik zakaznika odberatel nabywca vevo vevok ugyfel musteri buyer purchaser billto soldto guest patient donor acheteur comprador acquirente comprador koper kopare kober kjoper ostaja kupujici 顧客 お客様 得意先 客户 клиент покупатель 고객
vendor: anbieter prestataire aanbieder vendor vendors supplier suppliers seller lieferant lieferanten lieferantin kreditor kreditoren kreditors creditor creditors fournisseur fournisseurs proveedor proveedores fornitore fornitori fornecedor fornecedores leverancier leveranciers leverantor leverantors leverandor leverandors toimittaja dostawca sprzedawca dodavatel dodavatele szallito tedarikci satici 仕入先 供应商 поставщик 공급자 공급업체
party: contrahent partner partners party geschaftspartner bp partenaire socio kontrahent kontrahenta relatie relation 取引先 거래처 往来单位
company: company companies organization organisation org firma firmen firmas unternehmen unternehmens gesellschaft societe entreprise raisonsociale empresa empresas razonsocial azienda ditta societa ragionesociale razaosocial bedrijf bedrijfs foretag foretags virksomhed virksomheds selskap selskaps bedrift yritys yrityksen firmy spolecnost spolecnosti ceg sirket 会社 公司 компания 회사 co
account: account accounts acct konto kontos konten compte comptes cuenta cuentas conto conti conta contas rekening rekeningen grootboekrekening rachunek rachunku tili tilin ucet uctu hesap 口座 勘定 科目 账户 계정 계좌
name: name names nom noms nombre nombres nome naam namn namnet navn navnet nimi nazwa nazwy nazev jmeno nev neve isim adi bezeichnung benennung designation denominacion denominazione denominacao benaming benamning betegnelse benevnelse 名 名前 名称 名义 имя название 이름 명
first: first given
last: last family letzte letzter dernier derniere ultimo ultima laatste senaste sidste siste viimeisin ostatni posledni utolso son 最終 最后
first name: vorname vornamen rufname prenom prenoms voornaam voornamen fornamn fornavn etunimi imie krestni keresztnev forename
last name: surname nachname familienname nomdefamille apellido apellidos cognome sobrenome achternaam efternamn etternavn efternavn sukunimi nazwisko prijmeni vezeteknev soyadi
full name: fullname nomcomplet nombrecompleto nomecompleto nomcognome imieinazwisko 氏名 姓名 성명
contact: contact contacts kontakt kontakte kontaktperson ansprechpartner contacto contatto contato contactpersoon yhteyshenkilo 連絡先 联系人 контакт 연락처
email: email emails mail mails mailadresse courriel correo correos eposta epost epostadress sahkoposta メール 邮箱 почта 이메일
phone: phone telephone tel telefon telefone telefono telefoon telefonnummer puhelin telefonu 電話 电话 телефон 전화
mobile: mobile cell cellphone mobil mobiltelefon handy portable movil celular cellulare mobiel gsm matkapuhelin komorka 携帯 手机
amount: amount amounts amt betrag betrage betrags summe summen montant montants importe importes importo importi valor valores bedrag bedragen belopp beloppet belob belop sum summa sommes somma somme kwota kwoty castka castky osszeg tutar tutari value values wert werte valeur valeurs valore valori waarde varde verdi vaerdi arvo wartosc wartosci hodnota ertek deger 金額 額 金额 сумма 금액
total: total totals gesamt gesamte totale totali totales totaux totaal totalt totala grand yhteensa kokonais razem celkem celkova osszesen toplam 合計 総計 合计 总计 итого 합계 총
gross: gross brutto brut brute bruts bruto bruta lordo lorda lordi ttc 税込 含税 총액
net: net netto nett nette nets neto neta netta netti liquido ht imponibile subtotal subtotals zwischensumme soustotal subtotale untaxed pretax 税抜 純額 不含税 нетто
incl: incl including inclusive inc inkl inklusive included incluido incluida incluso inclus incluse compris comprise inclusief inklusiv sisaltaa
excl: excl excluding exclusive ex exkl exklusive exklusiv hors sin senza sem zonder exclusief uten utan uden before without excluded bez ilman ohne
tax: tax taxes vat mwst ust umsatzsteuer steuer steuern mehrwertsteuer tva iva btw moms mva gst hst pst qst vero alv dph afa kdv taxe impuesto impuestos imposta imposte imposto impostos belasting belastingen skatt merverdiavgift podatek podatku 税 税額 消費税 税额 ндс 부가세
received: received receipt receipts collected recebido recebida empfangen recu recue recibido ricevuto ontvangen mottaget modtaget mottatt otrzymano 受領
payment: payment payments zahlung zahlungs zahlungen paiement paiements reglement reglements pagos cobro cobros pagamento pagamenti pagamentos betaling betalings betalinger betalning betalnings betalningar maksu maksun platnosc platnosci platba platby fizetes odeme 支払 入金 付款 оплата 결제 지불 pago
closing: closing closure abschluss abschlus schluss cloture cierre chiusura fechamento sluiting lukning lukking sulkeminen zamkniecia uzavreni lezaras kapanis
paid: paid payed settled bezahlt bezahlte gezahlt beglichen paye payee payes payees regle reglee acquitte acquittee pagado pagada pagados pagadas pago paga pagas cobrado cobrada pagato pagata pagati pagate incassato saldato saldata betaald betaalde betald betalda slutbetald betalt betalte innbetalt indbetalt maksettu zaplacono zaplacone zaplacona oplacona oplacone zaplaceno zaplacena uhrazeno uhrazena kifizetve fizetve odendi odenen 支払済 支払い済み 入金済 入金済み 已付 已付款 оплачен оплачено
open: open outstanding remaining remainder residual rest restbetrag offen offene offener offenes ausstehend ausstehende restant reste restedu restante pendiente pendientes pendente pendentes abierto abierta aperto aperta aberto aberta ouvert ouverte ouverts residuo residua dovuto dovuta openstaand openstaande resterend resterende resterande aterstar aterstaende kvar oppen oppet utestaende udestaende aben abent apen apent avoin avoinna avoimet jaljella pozostalo dozaplaty otwarte otwarty zbyva otevreno otevreny hatralek nyitott kalan acik 残 未収 未払 未清 待付 открыт открыто 미납 pending
balance: balance balances bal saldo saldos saldi solde soldes saldot zustatek zustatku egyenleg bakiye kontostand banksaldo 残高 余额 баланс остаток 잔액
currency: valuuta currency currencies curr ccy wahrung wahrungs waehrung devise devises monnaie moneda monedas divisa divisas valuta valuutta moeda mena meny waluta waluty penznem deviza parabirimi dovizi 通貨 币种 货币 валюта 통화
status: status statuses state states statut etat estado estados stato situacao situacion situazione zustand tila stan stav allapot durum durumu tilstand toestand ステータス 状態 状态 статус 상태
stage: stage stages phase phasen phases etape etapes etapa etapas fase fasen faser fasi fas vaihe etap faze fazis asama ステージ 阶段 стадия этап 단계
type: type types typ typen tipo tipos tipi art kind kinds soort slag sorte tyyppi rodzaj druh tipus tur turu 種類 種別 类型 тип 유형
category: category categories cat kategorie kategorien kategori kategorier categorie categories categoria categorias kategoria kategorii luokka rubrik rubriek rubrique rubro 区分 カテゴリ 类别 分类 категория 분류
priority: priority prio prioritat prioritaten dringlichkeit priorite prioridad priorita prioridade prioriteit prioritet prioriteetti priorytet prioritas oncelik severity urgency 優先度 优先级 приоритет 우선순위
title: thema title titles titel titre titulo titulos titolo tytul otsikko cim subject subjects betreff objet sujet asunto oggetto assunto onderwerp amne emne aihe temat predmet targy konu konusu 件名 标题 主题 тема 제목 summary headline
description: description descriptions desc descr detail details beschreibung beschreibungs libelle libelles intitule descripcion descrizione descricao omschrijving opis beskrivning beskrivelse kuvaus selite popis leiras aciklama 摘要 説明 描述 описание 설명 적요 narrative narration particulars concepto conceptos causale historico verwendungszweck buchungstext mededeling mededelingen communication text texte tekst texto testo
memo: memo memos
notes: note notes notiz notizen bemerkung bemerkungen kommentar kommentare kommentarer comment comments anmerkung anmerkungen remark remarks remarque remarques commentaire commentaires nota notas observacion observaciones osservazioni observacoes opmerking opmerkingen uwagi uwaga anteckning anteckningar anmarkning anmarkningar bemaerkning bemaerkninger merknad merknader huomautus huomio poznamka poznamky megjegyzes notlar 備考 备注 примечание 비고 toelichting
created: created creation create opened opening entered logged reported submitted erstellt erstellung erstell erstellungs angelegt anlage anlagedatum eroffnet eroffnung erfasst cree creee crees ouverture creado creada creacion apertura creato creata creazione criado criada criacao abertura aangemaakt gemaakt skapad skapat skapades oprettet oprettelse opprettet luotu utworzono utworzenia utworzony vytvoreno vytvoreni letrehozva letrehozas olusturma olusturulma 作成 登録 受付 创建 создан создано 생성
closed: close closed abgeschlossen geschlossen cloturee cerrado cerrada chiuso chiusa fechado fechada encerrado gesloten stangd stangt avslutad avslutat lukket suljettu zamkniety zamkniete uzavreno uzavreny lezart kapandi 完了 终止 关闭 закрыт 종료
expected: expected estimated forecast forecasted anticipated planned voraussichtlich voraussichtliches erwartet erwarteter erwartetes geplant geplantes prevu prevue prevus estime estimee previsto prevista esperado esperada estimado estimada stimato stimata atteso attesa verwacht verwachte geraamd forventet forvantad forvantat beraknad beraknat odhadovany oczekiwany oczekiwana planowany planowana arvioitu odotettu varhato tahmini beklenen 予定 見込 见込 预计 ожидаемая 예상
start: since seit depuis desde sinds siden sedan start started starts begin begins beginning beginn anfang debut inicio inicia inizio comienzo aanvang begindatum startdatum startdato borjan starter alku alkaa poczatek rozpoczecia zacatek zahajeni kezdet kezdes baslangic 開始 开始 начало 시작 commencement effective
hired: hire hired hiring joined joining eintritt eintritts einstellung einstellungs angestellt embauche embauches entree alta ingreso contratacion assunzione admissao contratado indienst indiensttreding anstallning anstallnings anstalld ansettelse ansettelses ansaettelse ansat tyosuhde zatrudnienia zatrudniony nastup nastupu belepes isegiris 入社 入职 приема 입사
end: end ended ends ending ende fin fine fim final slut slutt slutdatum sluttdato loppu paattyy koniec zakonczenia konec ukonceni veg bitis 終了 结束 конец окончания 만료 expiry expires expiration expire ablauf ablaufdatum einde
left: left leave leaving termination terminated exit austritt austritts ausgeschieden depart sortie baja cese cessazione saida demissao desligamento uitdienst uitdiensttreding avgang avgangs fratradelse fratraedelse zwolnienia odejscia odchod odchodu kilepes cikis 退職 离职 увольнения 퇴사
signed: sign signed signature signing unterzeichnet unterzeichnung unterschrieben unterschrift signe signee firma firmado firmato assinado assinatura getekend ondertekend undertecknad underskrevet signert allekirjoitettu podpisania podpisano podpisu alairas imza 署名 签署
renewal: renew renews renewal renewals renewed verlangerung verlangert verlangerungs renouvellement renovacion rinnovo renovacao verlenging fornyelse fornyelses fornyet fornyad uusiminen odnowienia obnoveni megujitas yenileme 更新日
notice: notice kundigung kundigungs kundigungsfrist preavis preaviso preavviso avisoprevio opzegging opzegtermijn uppsagning uppsagnings opsigelse opsigelses oppsigelse irtisanomis wypowiedzenia vypovedni
person: employee employees staff worker workers mitarbeiter mitarbeiterin mitarbeitende angestellte angestellter employe employee employes salarie salariee salaries collaborateur empleado empleada empleados trabajador trabajadora dipendente dipendenti lavoratore collaboratore funcionario funcionaria colaborador colaboradora trabalhador medewerker medewerkers werknemer anstalld anstallda medarbetare medarbejder ansatt ansatte tyontekija henkilo pracownik pracownika zamestnanec zamestnance munkavallalo dolgozo calisan personel 従業員 社員 员工 сотрудник 직원 사원 contractor person people
role: role roles position positions job occupation stelle funktion rolle poste fonction puesto cargo ruolo mansione qualifica funcao functie befattning roll stilling tehtava tehtavanimike stanowisko pozice beosztas munkakor gorev unvan 役職 職種 职位 职务 должность 직책 직위
team: department departments dept team teams division abteilung abteilungs bereich departement departements equipe departamento equipo reparto ufficio equipa setor afdeling afdelings avdelning avdelnings avdeling osasto tiimi dzial dzialu oddeleni osztaly departman bolum 部署 部門 部门 отдел 부서 costcenter costcentre kostenstelle
manager: manager managers supervisor reportsto vorgesetzter vorgesetzte superieur jefe capo gestor leidinggevende chef leder naermesteleder esimies przelozony nadrizeny vezeto yonetici 上司 上级 руководитель
owner: owner owners assignee assigned agent agents responsible rep salesperson salesrep verantwortlich verantwortlicher verantwortliche zustandig zustandiger betreuer bearbeiter sachbearbeiter responsable asignado asignada assegnato responsavel responsabile verantwoordelijke behandelaar ansvarig ansvarlig vastuuhenkilo kasittelija opiekun odpowiedzialny vlastnik resitel felelos sorumlu attribue assigne 担当 担当者 负责人 ответственный 담당자
requester: requester reporter submitter requestor caller anfragender anfragesteller melder demandeur solicitante richiedente requerente aanvrager melder bestallare rekvirent innmelder pyytaja zglaszajacy zadatel bejelento 依頼者 申请人
deal: deal deals opportunity opportunities opp opps verkaufschance verkaufschancen geschaft affaire affaires opportunite opportunites oportunidad oportunidades negocio negocios opportunita trattativa trattative oportunidade oportunidades affar affarer salgsmulighed salgsmulighet myyntimahdollisuus szansa szanse obchod obchodni uzlet firsat 商談 案件 商机 сделка сделки 거래건
probability: probability probabilities likelihood chance chances odds wahrscheinlichkeit probabilite probabilidad probabilita probabilidade kans waarschijnlijkheid sannolikhet sandsynlighed sannsynlighet todennakoisyys prawdopodobienstwo pravdepodobnost valoszinuseg olasilik 確度 成約率 概率 вероятность 확률
ticket: ticket tickets case cases request requests inquiry anfrage anfragen vorgang vorgangs demande demandes solicitud solicitudes richiesta richieste solicitacao chamado verzoek melding arende arendet sag sags sak saks henvendelse tukipyynto zgloszenie zgloszenia pozadavek talep bejelentes チケット 問い合わせ 工单 заявка 문의
resolved: resolved resolution solved gelost geloste resolu resolue resuelto resuelta resolucion risolto risolta resolvido resolvida opgelost afgehandeld losad atgardad ratkaistu rozwiazane rozwiazano vyreseno vyresen megoldva cozuldu 解決 解決済み 已解决 решено 해결 completed done erledigt termine terminee completado hecho completato fatto concluido klart klar fardig faerdig ferdig valmis zakonczone gotowe hotovo kesz
updated: updated update modified modification changed aktualisiert geandert anderung anderungs modifie modifiee actualizado modificado modificacion aggiornato modificato modifica atualizado alterado bijgewerkt gewijzigd uppdaterad andrad opdateret aendret oppdatert endret paivitetty muokattu zaktualizowano zmieniono zmeneno upraveno modositva guncelleme guncellendi 更新 変更 修改 изменен 수정 activity
subscription: subscription subscriptions abo abos abonnement abonnements abonnementen suscripcion suscripciones abbonamento abbonamenti assinaturas prenumeration prenumerationer tilaus subskrypcja subskrypcji predplatne elofizetes abonelik サブスクリプション 订阅 подписка 구독
contract: contract contracts agreement agreements vertrag vertrags vertrage contrat contrats contrato contratos acuerdo contratto contratti contracten overeenkomst avtal avtalet aftale aftaler avtale avtaler sopimus sopimuksen umowa umowy smlouva smlouvy szerzodes sozlesme 契約 合同 договор 계약
product: product products item items artikel artikels article articles produkt produkte produkter produit produits producto productos prodotto prodotti produto produtos articolo articolos artigo articulo service services dienst dienste leistung servicio servizio servico tuote palvelu towar usluga zbozi sluzba termek urun 商品 品目 产品 товар 상품 sku
quantity: quantity qty menge anzahl stuck stueck quantite qte cantidad cant quantita qta quantidade qtd aantal hoeveelheid antal mangde kvantitet maara ilosc mnozstvi mennyiseg miktar adet 数量 количество 수량 units
price: price prices preis preise einzelpreis stuckpreis prix precio precios prezzo prezzi preco precos prijs prijzen pris priser hinta cena ceny ar fiyat fiyati 単価 价格 单价 цена 단가 unit
discount: discount discounts rabatt rabatte remise descuento sconto desconto korting rabat alennus sleva kedvezmeny indirim 割引 折扣 скидка 할인
order: order orders bestellung bestell auftrag auftrags commande commandes pedido pedidos ordine ordini encomenda bestelling ordre ordrer bestallning tilausnumero zamowienie zamowienia objednavka rendeles siparis 注文 受注 订单 заказ 주문
shipping: shipping shipment delivery freight versand lieferung livraison envio spedizione frete verzending frakt levering toimitus dostawa doprava szallitas kargo 送料 配送 运费 доставка 배송
fee: fee fees commission commissions gebuhr gebuhren provision provisionen frais comision comisiones commissione commissioni comissao comissoes taxa taxas provisie avgift avgifter gebyr gebyrer palkkio prowizja prowizji oplata oplaty poplatek poplatky dij jutalek komisyon ucreti 手数料 费用 комиссия 수수료
payout: payout payouts auszahlung auszahlungen virement versement desembolso liquidacion uitbetaling utbetalning udbetaling utbetaling wyplata vyplata 振込 出金額
refund: refund refunds refunded erstattung ruckerstattung remboursement reembolso rimborso terugbetaling aterbetalning refusion refundering palautus zwrot vraceni visszaterites iade 返金 退款 возврат 환불
transaction: boek bogforing bogforings transaction transactions trans txn transaktion transaktions transaktionen buchung buchungs operation operations operacion movimiento movimientos movimento movimenti operazione operazioni transacao lancamento transactie boeking boekings mutatie mutaties bokforings bokforing postering posterings tapahtuma kirjaus operacja operacji ksiegowania ksiegowa transakce zauctovani tranzakcio konyveles islem 取引 交易 операция операции 거래 booking booked posting posted comptable contable contabile
counterparty: tiers zahlender контрагент контрагенты counterparty payee payer beneficiary recipient sender merchant empfanger zahlungsempfanger auftraggeber begunstigter zahlungspflichtiger beneficiaire donneur emetteur contrepartie beneficiario ordenante ordinante contropartita contraparte tegenpartij tegenrekening begunstigde mottagare betalare motpart modtager afsender modpart mottaker betaler saaja maksaja odbiorca nadawca prijemce platce protistrana kedvezmenyezett alici gonderen 振込先 相手先 收款人 付款人 получатель отправитель 수취인 예금주
bank: bank banks banque banco bancos banca banche pankki pankin banka banku 銀行 银行 банк 은행
salary: salary salaries wage wages pay compensation remuneration earnings gehalt gehalter lohn lohne entgelt vergutung salaire sueldo salario stipendio retribuzione ordenado remuneracao loon salaris bezoldiging lon lonn palkka wynagrodzenie pensja placa plat mzda ber fizetese maas 給与 給料 工资 薪资 зарплата 급여
cost: cost costs kosten cout couts coste costes costo costi custo custos kost kostnad kostnader omkostning omkostninger kustannus kustannukset koszt koszty naklad naklady koltseg maliyet 費用 原価 成本 затраты 비용 expense expenses ausgabe ausgaben depense depenses charge charges gasto gastos spesa spese despesa despesas uitgave uitgaven lasten utgift utgifter udgift udgifter kulu kulut wydatek wydatki vydaj vydaje kiadas gider расход расходы 支出 지출 aufwand aufwendungen driftskostnad driftskostnader oneri
income: income revenue revenues sales turnover takings umsatz umsatze erlos erlose ertrag ertrage ventes ca recette recettes produits ventas ingreso ingresos vendite ricavo ricavi incasso incassi vendas receita receitas faturamento omzet verkoop opbrengst opbrengsten inkomsten omsattning forsaljning intakt intakter omsaetning salg salgs indtaegt indtaegter omsetning inntekt inntekter driftsinntekt driftsinntekter myynti liikevaihto tuotot sprzedaz przychod przychody trzby prodej vynosy vynos forgalom bevetel satis ciro gelir 売上 売上高 収入 销售 收入 выручка доход 매출 수입
budget: budget budgets budgeted planwert plan soll presupuesto presupuestado preventivo orcado orcada orcamento begroot begroting budsjett budgeterat budgeteret budjetti talousarvio budzet rozpocet koltsegvetes terv butce 予算 预算 бюджет 예산
actual: actual actuals ist istwert reel reels realise real reales effettivo consuntivo realizado realizada werkelijk werkelijke realisatie faktisk faktiskt utfall resultat realiseret toteuma toteutunut rzeczywiste wykonanie skutecnost teny tenyleges gerceklesen 実績 实际 факт 실적
month: month months monat monats mois mes meses mese mesi maand maanden manad maned maneds kuukausi miesiac mesic honap ay 月 месяц 월
monthly: monthly monatlich mensuel mensuelle mensual mensile mensal maandelijks manatlig manedlig kuukausittain miesieczny miesieczna miesiecznie mesicni havi aylik 毎月 月額 每月 ежемесячно
yearly: yearly annual annually annualized year years jahr jahre jahres jahrlich an annee ans annuel annuelle anual ano anos annuale anno anni jaar jaarlijks jaars ar arlig arlige ars vuosi vuosittain rok rocznie roczny roczna rocni ev eves yillik 年 年間 年额 год 연간
hour: hour hours hourly stunde stunden std heures horas ore uren timme timmar timer tunti tunnit godzin godziny hodin ora saat 時間数 часы
frequency: frequency interval periodicity cadence cycle rhythmus intervall frequence periodicite frecuencia periodicidad frequenza periodicita frequencia periodicidade frequentie frekvens czestotliwosc frekvence gyakorisag siklik
period: laufzeit term period periods periode perioden periodo periodi zeitraum tidsperiode jakso okres obdobi idoszak donem 期間 期间 период 기간
segment: industry industries sector segment segments branche branchen secteur settore setor bransch bransje toimiala branza obor iparag sektor 業種 行业 отрасль
product group: warengruppe productgroup
address: address addresses adresse adressen direccion indirizzo endereco adres osoite adress cim adresi 住所 地址 адрес 주소
street: street strasse rue calle via rua straat gata vej gate katu ulica ulice utca
city: city town ort stadt wohnort ville ciudad citta cidade plaats stad by kaupunki miasto mesto varos sehir 市 城市 город
zip: zip zipcode postal postcode plz postleitzahl postnr postnummer codepostal codigopostal cap cep kod psc iranyitoszam
country: country land pays pais paese maa kraj zeme orszag ulke 国 国家 страна 국가
discarded: website web url site
late: overdue telaat tropard late delinquent pastdue uberfallig verzug retard vencido vencida vencidas atrasado atrasada scaduto scaduta forfallen forfalt forfallet erfallen eraantynyt przeterminowane przeterminowana polozka posplatnosti lejart gecikmis 延滞 期限切れ 逾期 просрочен 연체
part: part partial partially partly teilweise teilbezahlt partiel partielle partiellement parcial parcialmente parziale parzialmente deels gedeeltelijk delvis delvist osittain czesciowo castecne castecny reszben kismi kismen 一部 部分 частично 부분
part paid: delbetald delbetalt teilbezahlt teilgezahlt deelbetaald osamaksettu
not: not nicht non nao niet inte ikke ej nie ne nem degil
not paid: unpaid unbezahlt unbezahlte impaye impayee impayes impagado impagada insoluto insoluta onbetaald onbetaalde obetald obetalda ubetalt ubetalte maksamatta maksamaton niezaplacona niezaplacone nieoplacona nezaplaceno neuhrazeno kifizetetlen odenmedi 未払い 未入金 未支払 未付款 미결제
draft: concept draft drafts entwurf entwurfe brouillon brouillons borrador borradores bozza bozze rascunho rascunhos utkast kladde kladder luonnos szkic robocza roboczy koncept tervezet vazlat taslak 下書き 草稿 черновик 초안
void: void voided cancelled canceled cancellation storniert storno stornierte annule annulee annules annulees anulado anulada annullato annullata stornato cancelado cancelada geannuleerd makulerad annullerad annullerat annulleret kansellert avbruten avbrudt mitatoity peruttu peruutettu anulowana anulowane anulowany stornovano zruseno torolt torolve sztornozva iptal 取消 キャンセル 取り消し 作废 取消 отменен отменён 취소
credit: credit credits
credit note: creditnote creditmemo gutschrift gutschriften avoir avoirs notadecredito notacredito notadicredito creditnota kreditfaktura kreditfakturor kreditnota kreditnotaer hyvityslasku korekta dobropis
sent: sent versendet verschickt gesendet envoye envoyee enviado enviada inviato inviata verzonden verstuurd skickad skickat sendt lahetetty wyslana wyslano wyslane odeslano elkuldve gonderildi 送付済み 送信済み 已发送 отправлен 발송
written off: writtenoff oninbaar oninbare uneinbringlich abgeschrieben irrecouvrable incobrable irrecuperabile incobravel afgeschreven avskriven afskrevet avskrevet luottotappio
new: new neu neue neuer nouveau nouvelle nuevo nueva nuovo nuova novo nova nieuw nieuwe ny nya nye uusi nowy nowe novy uj yeni 新規 新 новый 신규
waiting: waiting wartend wartet attente espera attesa wachtend wachten vantar vantande venter afventer odottaa oczekujacy oczekuje cekajici ceka varakozik bekliyor 保留 待ち 等待 ожидание 대기 pending pendiente pendente
active: active aktiv aktive aktiver actif active activo activa attivo attiva ativo ativa actief aktivt aktiivinen aktywny aktywna aktivni aktif 有効 在籍 有效 активен 활성
inactive: inactive inaktiv inactif inactivo inattivo inativo inactief passiv eiaktiivinen nieaktywny neaktivni pasif 無効 无效 неактивен 비활성
urgent: urgent urgente urgentes dringend eilig urgentti kiireellinen spoed bradskande haster haste pilny pilne nalehave surgos acil 緊急 紧急 срочно 긴급 critical kritisch critique critico critica kritisk kriittinen krytyczny kriticka
high: high hoch hohe haute haut eleve elevee alta alto hoog hoge hog hoj hoy korkea wysoki wysoka vysoka vysoky magas yuksek 高 高い высокий 높음
medium: medium normal mittel mittlere moyenne moyen media medio gemiddeld middel medel keskitaso normaali sredni srednia stredni kozepes orta normale normaal 中 普通 средний 보통
low: low niedrig niedrige gering basse bas faible baja bajo bassa basso baixa baixo laag lage lag lav matala niski niska nizka nizky alacsony dusuk 低 低い низкий 낮음
won: won gewonnen gagne gagnee ganado ganada ganho ganha vinto vinta gewonnen vunnet vunnen voitettu wygrana wygrany vyhrano megnyert kazanildi 受注 成交 выиграна 수주
lost: lost verloren perdu perdue perdido perdida perso persa tapt tabt forlorad havitty przegrana przegrany prohrano elveszett kaybedildi 失注 丢单 проиграна 실주
incident: incident incidents incidente incidentes storung vorfall incidencia hairio incydent udalost
problem: problem problems probleme problema problemas ongelma
question: question questions frage fragen pregunta preguntas domanda pergunta vraag fraga fragor sporgsmal sporsmal kysymys pytanie dotaz kerdes soru 質問 问题 вопрос 질문
task: task tasks aufgabe aufgaben tache taches tarea tareas compito attivita tarefa taak taken uppgift oppgave opgave tehtavat zadanie ukol feladat gorevi タスク 任务 задача 작업
full: full fully complete completely vollstandig integral completo voll helt fuldt kokonaan
location: location standort lieu ubicacion sede locatie lokalizacja plats sted sijainti misto hely konum 所在地 地点 местоположение 위치
automatic: automatic auto automatica automatico automatisch automatische automatischer automatique tacite tacita tacito automatyczne automaticke
running: running lopend fortlaufend lopende lobende laufend
salary month: 月給 월급 月薪
other: other others sonstige sonstiger ubrige andere autre autres otro otros otra otras altro altri altre outros outras overig overige ovrig ovriga ovrige andre muu muut inne pozostale ostatni egyeb diger その他 其他 прочие 기타
asset: asset assets aktiva vermogen actifs activos attivita ativos tillgangar aktiver eiendeler vastaavaa 資産 资产 активы 자산
liability: liability liabilities verbindlichkeiten passiva passif pasivo passivita passivo schulden skulder gjeld velat zobowiazania 負債 负债 обязательства 부채
equity: equity eigenkapital fremdkapital patrimonio 資本 权益 капитал 자본
operating: operating betrieblich betriebliche betriebs exploitation explotacion operativo operativos operacional drifts drift
yes: yes ja oui si sim tak ano igen evet kylla はい 是 да
contractor: freelancer freelance freiberufler
till: till kasse caisse caja cassa caixa kassa
`;
/** Words without a meaning of their own between others. */
const fillers =
  "an the of at for to by in as our this de du des d l la le les el los las del della dell delle dei di da do dos das der die den dem des und and y et e i en em nos nas ao aos il lo gli un una og och van het een von an zu zum zur para par pour per w z na s po ve и в по の な op legal official utc gmt display signed only info bis til tot electronico electronica elettronica eletronico electronique elektronisch original originale originalen originaux parcela parcelas installment instalment cuota rata after nach apres efter etter na on am with mit avec con med";

export const lexicon: ReadonlyMap<string, readonly string[]> = build();
/** Those that a longer word may end in. */
export const endings: ReadonlySet<string> = new Set(fillers.split(" ").map(fold));
export const fillerWords: ReadonlySet<string> = new Set([...endings, ...languageFillers.split(" ").map(fold)]);

/** Lower case, without accents; letters that Unicode does not take apart are written with Latin ones. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(
      /[ßøæœłđı]/g,
      (letter) => ({ ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ı: "i" })[letter] ?? letter,
    );
}

function build(): Map<string, string[]> {
  const meanings = new Map<string, string[]>();
  for (const line of `${table}${languages.trim()}`.trim().split("\n")) {
    const [meaning = "", words = ""] = line.split(": ");
    for (const word of words.split(" ")) {
      const folded = fold(word);
      const known = meanings.get(folded);
      if (!known) meanings.set(folded, [meaning]);
      else if (!known.includes(meaning)) known.push(meaning);
    }
  }
  return meanings;
}
