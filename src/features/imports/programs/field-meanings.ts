/**
 * What headings of a field say, in the meanings of the lexicon, beside what its own name and its other headings say:
 * "date_due" stands for "Due date", "Fälligkeitsdatum", "Forfallsdato" and the like. The order does not matter.
 */
const table: Readonly<Record<string, string>> = {
  invoices: `
    number: number invoice_number document_number invoice document invoice_reference document_reference invoice_id reference_number
    invoice_reference_number,
    customerName: customer customer_name company_name party party_name customer_company company customer_company_name
    name contact contact_name invoice_party_name invoice_party customer_vendor customer_vendor_name party_company,
    vendorName: vendor vendor_name vendor_company,
    issuedOn: date invoice_date issue issue_date document_date invoice_issue_date transaction_date created_date document_issue_date,
    dueOn: due date_due paid_due date_paid_due paid_date_expected invoice_due invoice_date_due,
    paidOn: paid_date paid date_paid_invoice closed_date paid_received date_paid_received,
    amount: amount total amount_total gross amount_gross total_gross amount_total_gross invoice_amount invoice_total
    document_total document_amount invoice_amount_total invoice_gross amount_gross_invoice,
    openAmount: open amount_open balance balance_due amount_due due_total balance_open open_paid amount_open_paid amount_balance open_total
    amount_balance_due amount_due_total invoice_open invoice_balance remaining,
    -openAmount: amount_paid paid_total paid amount_paid_total amount_paid_received paid_received amount_received
    received_total,
    status: status invoice_status paid_status document_status invoice_paid_status paid,
    currency: currency invoice_currency,
    category: category product,
    notes: notes memo description invoice_notes`,
  deals: `
    name: deal deal_name name title deal_title description,
    customerName: customer customer_name company company_name party party_name account account_name deal_customer
    account_income account_customer,
    stage: stage deal_stage status deal_status,
    amount: amount deal_amount total amount_total price net amount_net net_total deal_net amount_deal_net,
    probability: probability deal_probability probability_won,
    ownerName: owner deal_owner owner_name deal_owner_name,
    openedOn: created created_date created_time created_date_time start_date deal_created,
    expectedCloseOn: closed_date closed_expected closed_date_expected date_expected closed_due date_end closed,
    notes: notes memo`,
  tickets: `
    number: number ticket ticket_number number_id task_id,
    title: title ticket_title task task_name problem description_title,
    detail: description,
    customerName: customer customer_name company company_name requester requester_name party contact contact_name,
    openedOn: created created_date created_time created_date_time date start_date ticket_date,
    resolvedOn: resolved resolved_date resolved_time closed_date closed resolved_date_time,
    dueOn: due date_due,
    status: status ticket_status stage,
    priority: priority ticket_priority,
    kind: type ticket_type category ticket_category,
    ownerName: owner owner_name`,
  customers: `
    name: name customer_name customer company company_name full_name account_name customer_company customer_company_name account,
    email: email customer_email contact_email,
    phone: phone mobile mobile_phone customer_phone,
    segment: segment category customer_type type,
    status: status customer_status,
    since: start_date created created_date customer_start,
    +name: first_name last_name,
    lastContactOn: contact_date contact_last contact_date_last activity_last,
    ownerName: owner owner_name account_owner manager account_manager,
    notes: notes memo`,
  vendors: `
    name: name vendor_name vendor company company_name vendor_company,
    email: email vendor_email,
    category: category segment type,
    ownerName: owner owner_name`,
  people: `
    name: name person person_name full_name name_person_full first_last_name,
    email: email,
    role: role role_title title person_role,
    team: team team_name,
    startedOn: hired hired_date start start_date date_person_start,
    endedOn: left left_date end end_date,
    managerName: manager manager_name,
    monthlyCost: cost_month cost_monthly month_salary monthly_salary gross_month_salary gross_monthly_salary,
    location: location city address,
    +name: first_name last_name,
    status: status person_status`,
  pay: `
    employeeName: name person person_name full_name name_person_full first_last_name,
    day: paid_date date,
    gross: gross gross_salary gross_income gross_month_salary gross_monthly_salary,
    net: net net_salary net_amount net_paid,
    role: role role_title title person_role,
    team: team team_name,
    +employeeName: first_name last_name`,
  transactions: `
    accountName: account account_name account_number bank_account,
    bookedOn: date transaction_date transaction date_time transaction_time transaction_date_time,
    amount: amount transaction_amount total amount_total amount_gross,
    description: description transaction transaction_description memo notes description_transaction_type,
    counterparty: counterparty counterparty_name name customer_name vendor_name party party_name customer_vendor,
    balance: balance account_balance amount_balance balance_total balance_end balance_closed balance_running balance_transaction,
    currency: currency account_currency transaction_currency,
    category: category,
    reference: reference transaction_reference reference_number`,
  payments: `
    paidOn: date paid_date date_order date_income date_time transaction_date cost_date transaction_time paid_time,
    type: type transaction_type amount_type,
    amount: amount gross amount_gross total amount_total paid_amount transaction_amount amount_fee_before order_total amount_order
    amount_order_total,
    fee: fee fee_amount fee_total transaction_fee fee_tax,
    net: net net_amount net_total payout payout_amount,
    customerName: name customer customer_name counterparty counterparty_name company party customer_company_name
    customer_company company_name,
    currency: currency,
    description: description memo notes title,
    reference: reference transaction_id transaction_number order_number order order_id reference_number paid_id`,
  ledger: `
    account: account account_name name category,
    month: month date period,
    actual: actual amount actual_amount balance,
    budget: budget budget_amount,
    type: type account_type category_type,
    team: team`,
  subscriptions: `
    name: subscription product subscription_name product_name,
    customerName: customer customer_name company company_name,
    amount: price amount amount_monthly amount_gross amount_total,
    interval: frequency,
    startedOn: start start_date created_date,
    renewsOn: renewal renewal_date,
    status: status subscription_status`,
  contracts: `
    title: contract contract_name contract_title title,
    signedOn: signed signed_date,
    startsOn: start start_date contract_start contract_start_date,
    endsOn: end end_date contract_end contract_end_date end_period,
    autoRenews: automatic_renewal,
    yearlyValue: amount_yearly amount_contract_yearly,
    status: status contract_status`,
  bankAccounts: `
    name: name account account_name bank_account,
    number: account_number number,
    bank: bank bank_name,
    balance: balance account_balance,
    balanceOn: date balance_date status,
    currency: currency`,
  figures: `
    day: date income_date transaction_date,
    figure:daily_revenue: income income_total income_gross income_net income_amount gross_income_total`,
};

const read = new Map(Object.entries(table).map(([target, of]) => [target, fieldsOf(of)]));

/** "figure:daily_revenue" has a colon of its own. */
function fieldsOf(of: string): Map<string, string[]> {
  const byField = new Map<string, string[]>();
  for (const entry of of.split(",")) {
    const [, field = "", words = ""] = /^\s*(\S+):\s([\s\S]*)$/.exec(entry) ?? [];
    byField.set(
      field,
      words
        .trim()
        .split(/\s+/)
        .map((word) => word.replaceAll("_", " ")),
    );
  }
  return byField;
}

export const meaningsOfField = (target: string, field: string): readonly string[] => read.get(target)?.get(field) ?? [];
