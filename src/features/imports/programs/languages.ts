/**
 * The words of the lexicon in further languages: Greek, Ukrainian, Romanian, Croatian, Serbian and Slovene, Bulgarian,
 * Slovak, Indonesian and Malay, Vietnamese, Thai, Arabic, Hebrew, and more of Russian, Chinese and Korean. Words of
 * several syllables are written as one: "hóa đơn" is "hoadon".
 */
export const languages = `
date: ημερομηνια ημ ημνια ημερα дати дату дня день datei zi zile datumul nadnevak датум dana dan дни den dna dni tanggal tgl tarikh hari ngay วันที่ วัน التاريخ تاريخ يوم תאריך יום 日期 дата
time: ωρα година години ora vrijeme vreme cas час waktu jam masa thoigian gio เวลา الوقت وقت שעה זמן 時間 时刻
days: ημερες днів zilele dana dni hari ngay วัน أيام ימים дней 天
due: ληξη ληξης προθεσμια πληρωτεο термін терміну строк scadenta scadent scadentei dospijece dospijeca dospeca dospece rok zapadlost zapadlosti zapadanja падеж срок splatnost splatnosti jatuhtempo denhan hanthanhtoan daohan ครบกำหนด กำหนดชำระ الاستحقاق استحقاق פירעון לתשלום 到期日 срока
issue: εκδοση εκδοσης виставлення виписки emiterii emitere emis izdavanja izdano izdaje издаване издаден vystavenia vystavene terbit penerbitan phathanh xuathoadon ออก الإصدار إصدار הפקה הנפקה 開立 开票 выставления выписки
invoice: τιμολογιο τιμολογιου τιμολογια τιμολογησης παραστατικο рахунок рахунку рахунки рахунка фактура фактури factura facturii facturi racun racuna racuni racunu faktura fakture fakturi фактурата faktury faktur invois tagihan hoadon ใบแจ้งหนี้ ใบกำกับ ใบกำกับภาษี الفاتورة فاتورة الفواتير חשבונית חשבוניות 發票 发票 счета счетов накладная
document: εγγραφο παραστατικου παραστατικων документ документа documentului dokument dokumenta dokumentu dokumen chungtu เอกสาร المستند مستند מסמך 單據 单据 单
number: 號碼 αριθμος αριθ αρ νουμερο номер номера № numar numarul nr broj broja stevilka st cislo nomor no nombor เลขที่ หมายเลข เลข الرقم رقم מספר מס 編號 号码 编码
id: код kod sifra 編碼 編号 代码 รหัส الرمز معرف מזהה
reference: αναφορα αναφορας довідка referinta poziv referenca референция referencia referensi rujukan thamchieu อ้างอิง المرجع مرجع אסמכתא סימוכין 參考 参考号
customer: πελατης πελατη πελατες πελατων клієнт клієнта клієнти замовник замовника покупець покупця client clientul clientului clienti cumparator kupac kupca kupci klijent klijenta stranka stranke narucitelj клиент клиента купувач zakaznik zakaznika odberatel pelanggan klien pembeli khachhang nguoimua ลูกค้า ผู้ซื้อ العميل عميل العملاء الزبون לקוח לקוחות הלקוח 客戶 顾客 买方 покупателя заказчик заказчика
vendor: προμηθευτης προμηθευτη προμηθευτες постачальник постачальника продавець furnizor furnizorul furnizorului furnizori dobavljac dobavljaca dobavljaci dobavitelj доставчик dodavatel dodavatela pemasok penjual pembekal nhacungcap nguoiban ผู้ขาย ผู้จำหน่าย ซัพพลายเออร์ المورد مورد الموردين ספק ספקים הספק 供應商 卖方 厂商 поставщика
party: контрагент контрагента partener partenerul partner partnera poslovnipartner mitra doitac
company: εταιρεια εταιρια επωνυμια компанія компанії підприємство compania companie firma firmei societate tvrtka tvrtke poduzece preduzece podjetje фирма компания spolocnost perusahaan syarikat congty บริษัท الشركة شركة חברה 公司名稱 公司名称 企业 организация компании предприятие
account: λογαριασμος λογαριασμου рахунок рахунку cont contul contului racun konto ucet uctu сметка akun rekening akaun taikhoan บัญชี الحساب حساب חשבון 帳戶 帐户 账号 帳號 счет счёт счета
name: ονομα ονομασια επωνυμια імя ім'я назва найменування nume numele denumire denumirea ime naziv imeto име наименование meno nazov nama ชื่อ الاسم اسم שם 名稱 姓名 имя фио
first name: ονομα prenume prenumele ім'я ime krstno vlastito име namadepan tendem الاسمالأول פרטי 名字
last name: επωνυμο прізвище prezime priimek фамилия priezvisko numedefamilie namabelakang นามสกุล اللقب משפחה 姓
full name: ονοματεπωνυμο піб numecomplet imeiprezime imeinpriimek namalengkap hoten hovaten ชื่อนามสกุล 全名
email: ηλεκτρονικηδιευθυνση пошта імейл e posta eposta emel surel thudientu อีเมล البريد בריד דואל 電郵 電子郵件 邮件 имейл
phone: τηλεφωνο τηλ телефон telefonul telefon telefonski telp telepon dienthoai sodienthoai โทรศัพท์ โทร الهاتف هاتف טלפון 電話 手机号
amount: ποσο ποσου αξια σύνολο сума суми вартість suma sumei valoare valoarea iznos iznosa vrijednost vrednost znesek стойност ciastka hodnota jumlah nilai sotien giatri จำนวนเงิน ยอดเงิน มูลค่า ยอด المبلغ مبلغ القيمة قيمة סכום 金額 金额 款项 сумма суммы стоимость
total: 總 συνολο συνολικο συνολικη γενικοσυνολο разом всього усього загальна загальний totalul totala ukupno ukupan ukupna sveukupno skupaj skupno общо обща общ spolu celkom celkova jumlahtotal keseluruhan tong tongcong tongtien รวม รวมทั้งสิ้น ทั้งหมด الإجمالي إجمالي المجموع مجموع סהכ סך כולל 總計 总额 總額 合計 общая общий всего
gross: μικτο μικτη μεικτο брутто brut bruto бруто kotor รวมภาษี ברוטו 含稅 毛额
net: καθαρο καθαρη καθαρα нетто net neto нето netto bersih ก่อนภาษี สุทธิ الصافي صافي נטו 未稅 净额 不含税
tax: φπα φορος φορου пдв податок податку tva impozit pdv porez poreza ddv davek ддс данък dph dan ppn pajak cukai thue gtgt ภาษี ภาษีมูลค่าเพิ่ม الضريبة ضريبة מעמ מס 稅額 稅 税金 налог налога
currency: νομισμα валюта валюти moneda valuta валута mena matauang tiente สกุลเงิน العملة عملة מטבע 幣別 幣種 货币 валюты
status: κατασταση статус стан stare starea status stanje състояние stav tinhtrang trangthai สถานะ الحالة حالة סטטוס מצב 狀態 состояние
type: τυπος ειδος тип вид tip tipul vrsta typ jenis tipe loai ประเภท ชนิด النوع نوع סוג 類型 类别
category: κατηγορια категорія categorie categoria kategorija категория kategoria kategori danhmuc หมวดหมู่ الفئة فئة קטגוריה 類別 分類 категории
paid: πληρωθηκε εξοφληθηκε εξοφλημενο εξοφλημενα πληρωμενο сплачено оплачено сплачений platit platita achitat achitata incasat placeno placen placena placano podmireno платена платено платен zaplatene uhradene zaplatena lunas dibayar terbayar dathanhtoan datra ชำระแล้ว จ่ายแล้ว مدفوع مدفوعة שולם שולמה 已付款 已收款 已支付 оплачена
payment: πληρωμη πληρωμης πληρωμων оплата оплати платіж платежу plata platii plati incasare placanje placanja placilo placila uplata плащане platba platby pembayaran bayaran bayar thanhtoan การชำระเงิน ชำระเงิน การชำระ الدفع دفع السداد תשלום תשלומים 付款 收款 支付 оплаты платеж платёж
open: ανοιχτο ανοικτο υπολοιποοφειλης οφειλομενο ανεξοφλητο відкритий відкрито неоплачений залишокборгу deschis deschisa rest neachitat otvoren otvoreno otvorena odprto odprt отворен отворена неплатено otvorene otvoreny terbuka terhutang tertunggak sisa conlai chuathu ค้างชำระ คงค้าง المستحق مستحق مفتوح المتبقي פתוח פתוחה יתרהלתשלום 未結 未付 未收 未结 открыт остатокдолга задолженность
not paid: απληρωτο ανεξοφλητο несплачено неоплачено neplatit neplatita neachitata neplaceno neplacena neplacano неплатена неплатено nezaplatene neuhradene belumlunas belumdibayar chuathanhtoan ยังไม่ชำระ غيرمدفوع غيرمدفوعة לאשולם 未付款 未支付 неоплачен
late: ληξιπροθεσμο εκπροθεσμο прострочено прострочений restant intarziat dospjelo zakasnelo zapadlo просрочен просрочена просрочено terlambat lewatjatuhtempo quahan เกินกำหนด متأخر متأخرة באיחור 逾期
draft: προχειρο чернетка ciorna schita nacrt skica osnutek чернова koncept draf bannhap nhap ฉบับร่าง ร่าง مسودة טיוטה 草稿 черновик
void: ακυρωμενο ακυρωθηκε скасовано скасований анульовано anulat anulata stornat stornirano ponisteno otkazano preklicano анулирана анулиран stornovane zrusene dibatalkan batal dahuy huy ยกเลิก ملغى ملغاة מבוטל מבוטלת בוטלה 已取消 已作废 作廢 отменено аннулирован
part paid: μερικως частковосплачено partialplatit djelomicnoplaceno delnoplacano частичноплатена ciastocneuhradene dibayarsebagian thanhtoanmotphan ชำระบางส่วน مدفوعجزئيا מדפועחלקי 部分付款 部分支付
balance: υπολοιπο υπολοιπου залишок баланс сальдо soldul saldo stanje салдо zostatok baki sodu ยอดคงเหลือ คงเหลือ الرصيد رصيد יתרה 餘額 结余 结存 остаток
description: περιγραφη αιτιολογια опис призначення descriere descrierea explicatii opis opisa svrha namen описание основание popis ucel deskripsi keterangan uraian butiran mota diengiai noidung รายละเอียด รายการ คำอธิบาย الوصف وصف البيان תיאור פירוט תאור 說明 摘要 备注摘要 назначение описания
notes: σημειωσεις παρατηρησεις σχολια примітки примітка коментар observatii note napomena napomene biljeske opombe бележки забележка poznamky catatan nota ghichu หมายเหตุ ملاحظات הערות 備註 备注 примечания комментарий
transaction: συναλλαγη συναλλαγης κινηση κινησης транзакція операція операції tranzactie tranzactiei transakcija transakcije promet knjizenja транзакция операция transakcia transaksi mutasi urusniaga giaodich ธุรกรรม العملية معاملة المعاملة עסקה תנועה 交易 операции проводки
counterparty: αντισυμβαλλομενος δικαιουχος отримувач платник одержувач beneficiar platitor primatelj platitelj prejemnik uplatilac получател наредител prijemca platitel penerima pengirim nguoinhan nguoichuyen ผู้รับ ผู้โอน المستفيد المستلم מוטב 收款方 付款方 对方户名 對方 получателя плательщик
bank: τραπεζα банк banca banka банка bank nganhang ธนาคาร البنك بنك בנק 銀行
fee: προμηθεια προμηθειες комісія комісії comision comisionul comisioane naknada provizija такса комисиона poplatok biayaadmin komisi phi ค่าธรรมเนียม الرسوم رسوم עמלה עמלות 手續費 手续费 комиссия комиссии
discount: εκπτωση знижка reducere discount popust отстъпка zlava diskon potongan chietkhau giamgia ส่วนลด الخصم خصم הנחה 折扣 скидки
product: προιον ειδοςπροιοντος υπηρεσια товар послуга produs produsul proizvod usluga izdelek storitev продукт стока услуга produk barang jasa sanpham dichvu hanghoa สินค้า บริการ المنتج منتج الخدمة מוצר שירות 產品 产品 服务 товара
quantity: ποσοτητα кількість cantitate kolicina количество mnozstvo jumlahbarang kuantitas soluong จำนวน الكمية كمية כמות 數量 количества
price: τιμη τιμης ціна pret pretul cijena cijene cena цена harga gia dongia ราคา السعر سعر מחיר 單價 價格 цены
order: παραγγελια παραγγελιας замовлення comanda comenzii narudzba narudzbe narocilo porudzbina поръчка objednavka pesanan donhang คำสั่งซื้อ الطلب طلب הזמנה 訂單 заказа
refund: επιστροφη повернення rambursare povrat vracilo възстановяване pengembalian hoantien คืนเงิน استرداد החזר 退款 возврата
person: υπαλληλος υπαλληλου εργαζομενος εργαζομενου εργαζομενοι працівник працівника співробітник співробітника angajat angajatul angajatului salariat zaposlenik zaposlenika zaposleni djelatnik radnik delavec служител служителя zamestnanec zamestnanca karyawan pegawai pekerja nhanvien พนักงาน الموظف موظف الموظفين עובד עובדים העובד 員工 职工 雇员 сотрудника работник
team: τμημα τμηματος відділ відділу підрозділ departament departamentul odjel odjela odeljenje oddelek отдел oddelenie departemen bahagian phongban phong แผนก ฝ่าย القسم قسم מחלקה 部門 отдела подразделение
role: θεση θεσης ρολος посада посади functie functia pozicija radnomjesto delovnomesto длъжност pozicia funkcia jabatan posisi jawatan chucvu chucdanh vitri ตำแหน่ง المسمىالوظيفي الوظيفة وظيفة תפקיד 職位 职称 职务 должности
salary: μισθος μισθου αποδοχες зарплата заробітна оклад salariu salariul placa плата заплата заплатата mzda gaji upah luong เงินเดือน الراتب راتب שכר משכורת 薪資 薪水 工资 薪酬 зарплаты
hired: προσληψη προσληψης прийняття прийому angajare angajarii zaposlenja zaposlitve назначаване nastupu masukkerja bergabung vaolam เริ่มงาน التعيين التوظيف תחילתעבודה 到职 入職 入职 приема
left: αποχωρηση αποχωρησης звільнення plecare incetare prestanka odlaska prenehanja напускане vystupu keluar nghiviec ลาออก إنهاءالخدمة סיוםעבודה 離職 离职 увольнения
contract: συμβαση συμβασης συμβολαιο договір договору контракт contract contractul contractului ugovor ugovora pogodba pogodbe договор договора zmluva zmluvy kontrak perjanjian hopdong สัญญา العقد عقد חוזה הסכם 合約 合同
start: εναρξη εναρξης αρχη початок початку inceput inceperii pocetak pocetka zacetek zacetka начало zaciatok zaciatku mulai mula batdau เริ่ม เริ่มต้น البدء البداية بداية התחלה תחילה 開始 起始 начала
end: ληξησυμβασης τελος закінчення кінець sfarsit sfarsitul incheierii kraj zavrsetak zavrsetka konec konca край koniec selesai berakhir tamat ketthuc สิ้นสุด الانتهاء النهاية نهاية סיום 結束 终止 截止 окончания
created: δημιουργια δημιουργιας δημιουργηθηκε створено створення creat creata crearii stvoreno kreirano kreiranja ustvarjeno създаден създадено създаване vytvorene vytvorenia dibuat pembuatan taoluc ngaytao สร้าง الإنشاء إنشاء נוצר יצירה 建立 创建 создания
closed: κλειστο εκλεισε κλεισιμο закрито закритий закриття inchis inchisa inchiderii zatvoreno zatvoren zaprto затворен затворено затваряне uzavrete ditutup tutup dong dadong ปิด ปิดแล้ว مغلق مغلقة الإغلاق סגור נסגר 已關閉 关闭 已关闭 закрыто закрытия
expected: αναμενομενο αναμενομενη очікувана очікуваний estimat estimata asteptat ocekivani ocekivano pricakovan очакван очаквано ocakavany perkiraan diharapkan dukien คาดว่า المتوقع متوقع צפוי 預計 预计 ожидаемая ожидаемый
deal: ευκαιρια ευκαιριας угода угоди oportunitate oportunitatea prilika prilike posel сделка сделката prilezitost peluang cohoi โอกาส الصفقة صفقة הזדמנות 商機 商机 сделки
stage: σταδιο σταδιου етап етапу стадія etapa faza фаза stupen tahap giaidoan ขั้นตอน المرحلة مرحلة שלב 階段 阶段 этапа
probability: πιθανοτητα ймовірність probabilitate vjerojatnost verovatnoca verjetnost вероятност pravdepodobnost probabilitas kemungkinan xacsuat ความน่าจะเป็น الاحتمالية احتمال הסתברות סיכוי 機率 概率 вероятности
ticket: αιτημα αιτηματος звернення заявка тікет tichet solicitare zahtjev zahtev тикет poziadavka tiket yeucau ตั๋ว التذكرة تذكرة פנייה קריאה 工單 工单 обращение
title: τιτλος θεμα тема заголовок titlu subiect naslov predmet заглавие judul subjek tieude chude หัวข้อ เรื่อง العنوان الموضوع נושא כותרת 標題 主題
priority: προτεραιοτητα пріоритет prioritate prioritet prioriteta приоритет priorita prioritas keutamaan douutien mucdouutien ความสำคัญ الأولوية أولوية עדיפות 優先級 优先级 приоритета
owner: υπευθυνος υπευθυνου відповідальний responsabil vlasnik odgovornaosoba lastnik отговорник собственик vlastnik zodpovedny pemilik penanggungjawab nguoiphutrach ผู้รับผิดชอบ المسؤول المالك אחראי בעלים 負責人 负责人 ответственный
address: διευθυνση διευθυνσης адреса adresa адрес alamat diachi ที่อยู่ العنوانالبريدي כתובת 地址
city: πολη місто oras orasul grad mesto град kota bandar thanhpho เมือง المدينة مدينة עיר 城市 города
country: χωρα країна tara drzava држава държава krajina negara quocgia ประเทศ الدولة دولة מדינה ארץ 國家 国家 страны
month: μηνας μηνα місяць місяця luna lunii mjesec mjeseca mesec месец mesiac bulan thang เดือน الشهر شهر חודש 月份 месяца
monthly: μηνιαιος μηνιαιο щомісячно lunar lunara mjesecno mesecno месечно mesacne bulanan hangthang รายเดือน شهري חודשי 每月 ежемесячная
yearly: ετησιο ετησια ετος щорічно рік anual anuala godisnje letno leto годишно rocne tahunan nam hangnam รายปี ปี سنوي سنة שנתי שנה 每年 годовая
budget: προυπολογισμος бюджет buget bugetul proracun rozpocet anggaran belanjawan ngansach งบประมาณ الميزانية ميزانية תקציב 預算 бюджета
income: εσοδα εισοδημα дохід доходи виручка продажі venituri venit vanzari prihod prihodi prodaja приход приходи продажби trzby prijmy pendapatan penjualan jualan doanhthu banhang รายได้ ยอดขาย الإيرادات إيرادات المبيعات مبيعات הכנסות הכנסה מכירות 營收 收入 營業額 销售额 доходы продажи
cost: εξοδα δαπανη κοστος витрати витрата cheltuieli trosak troskovi stroski разходи разход naklady biaya beban kos chiphi ค่าใช้จ่าย ต้นทุน المصروفات مصروفات التكلفة הוצאות הוצאה עלות 費用 成本 расходы затраты
active: ενεργος ενεργη ενεργο активний активна activ activa aktivan aktivna aktivno активен aktivny aktif hoatdong ใช้งาน نشط פעיל פעילה 有效 啟用 активный
inactive: ανενεργος ανενεργη неактивний inactiv neaktivan neaktivna неактивен neaktivny nonaktif tidakaktif ngunghoatdong ไม่ใช้งาน غيرنشط לאפעיל 停用 неактивный
won: κερδισμενη κερδηθηκε виграно виграна castigat castigata dobiveno dobijeno pridobljeno спечелена спечелен vyhrate menang thangthau dathang ชนะ فائزة נסגרהבהצלחה 贏單 赢单 выиграно
lost: χαμενη χαθηκε програно програна pierdut pierduta izgubljeno изгубена изгубен prehrate kalah thatbai แพ้ خاسرة אבודה 輸單 输单 丢单 проиграно
high: υψηλη υψηλο високий висока ridicat ridicata inalta visoka visok висок vysoka tinggi cao สูง عالية عالي גבוהה 高 высокая
medium: μεσαια μεσαιο середній середня mediu medie srednja srednji среден средна stredna sedang sederhana trungbinh ปานกลาง متوسطة متوسط בינונית 中等 средняя
low: χαμηλη χαμηλο низький низька scazut scazuta niska nizak nizka нисък ниска rendah thap ต่ำ منخفضة منخفض נמוכה 低 низкая
subscription: συνδρομη συνδρομης підписка передплата abonament abonamentul pretplata pretplate narocnina абонамент predplatne langganan thuebao goidichvu สมาชิก الاشتراك اشتراك מנוי 訂閱 订阅 подписки
signed: υπογραφη υπογραφης підписано підписання semnat semnarii potpisan potpisivanja podpis podpisa подписан подписване podpisania ditandatangani kyket ngayky ลงนาม التوقيع توقيع חתימה 簽署 签署 подписания
resolved: επιλυθηκε вирішено rezolvat rijeseno reseno решен решено vyriesene selesaiditangani dagiaiquyet แก้ไขแล้ว محلول נפתר 已解決
yes: ναι так da да ใช่ نعم כן
invoice number: sohoadon sohd
customer name: tenkhachhang tenkh
company name: tencongty
product name: tensanpham
full name: hoten hovaten
`;

export const languageFillers =
  "του της των την το τα σε με για από и з за на від до в у та la de din pe cu si al a ai ale s sa od za do u i na po in pri от до на за със dari untuk per yang tu cho cua ve ของ จาก ถึง من إلى في على של את עם 的";
