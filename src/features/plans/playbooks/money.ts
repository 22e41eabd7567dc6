import { advice, part, type Base, is, isNot, known, latest, type Playbook, said, view } from "./playbook.ts";

const overdue: Base = { subject: "invoices", filters: [view("overdue")], measure: { of: "sum" }, day: "dueOn" };
/** Disputed invoices are settled before payment is requested. */
const undisputed: Base = { ...overdue, filters: [...overdue.filters, isNot("status", "disputed")] };
const quarter = { kind: "last", count: 90, unit: "day" } as const;
const year = { kind: "last", count: 365, unit: "day" } as const;
const bills: Base = { subject: "invoices", filters: [view("bills")], measure: { of: "sum" }, day: "issuedOn" };
const billed: Base = { ...bills, filters: [view("billed")] };
const month = { kind: "calendar", unit: "month", shift: 0 } as const;

export const money: readonly Playbook[] = [
  {
    id: "receivables",
    label: "Collect receivables",
    does: "collect what customers owe",
    examples: said(`
      Collect everything that is overdue | Chase the overdue invoices | Get the customers who owe us money to pay
      Chase up late payers | Recover our outstanding receivables | Follow up on unpaid invoices
      Remind everyone who has not paid yet | Bring in the cash our clients still owe
      Send payment reminders for open invoices | Go after old debts | Pursue the debtors about their payment
      Make the customer pay the invoice | Clear the backlog of unpaid customer invoices
      Dun the customers whose payment is late | Call the customers who are behind with payment
      Get the customer to settle its bills | Write to every customer whose payment is past its date
      Get the money the customer owes us | Speed up collections | Make sure we get paid
      Send reminders to the biggest debtors | Ask for the money that is past due | Chase the customer for payment
      Get paid for the work we have done
    `),
    reads: {
      overdue: { ...overdue, order: "first", limit: 100 },
      customers: { ...overdue, groupBy: { field: "customerName" }, limit: 100 },
      asked: { ...undisputed, groupBy: { field: "customerName" }, limit: 100, inside: true },
      disputed: { ...overdue, filters: [...overdue.filters, is("status", "disputed")], limit: 5 },
      credits: { ...overdue, filters: [view("credits")], groupBy: { field: "customerName" }, limit: 100 },
    },
    none: "No invoice is overdue. There is nothing to collect.",
    line: [
      "{overdue.total} is overdue on {overdue.count|invoice}[, {customers.share} of it ({customers.top}) from {customers.leader}][ from {customers.only}].",
      " The plan asks {asked.asked} for payment by {by.3}.",
      " It settles {disputed.count|disputed invoice} first.",
    ],
    tasks: [
      part(
        "CFO",
        1,
        "Ask {label} to pay [{only}, ]{value}",
        "{numbers}: {rows|overdue invoice}, the oldest {late|day} overdue.[ Credit notes of {credit} are not used yet: take them off first.]",
        { each: "asked", if: "without a mailbox" },
      ),
      part(
        "CFO",
        8,
        "Look who has paid of {asked.shown|customer} that got a reminder",
        "Who has neither paid nor answered by then is better called.",
        { if: "with a mailbox" },
      ),
      part(
        "Legal",
        7,
        "Settle the dispute about {number} with {party}",
        "{openAmount} is disputed and {late.dueOn|day} overdue.[ {disputed.more|more invoice} disputed.]",
        { each: "disputed", most: 1, hours: 2, priority: "medium" },
      ),
    ],
    initiative: part(
      "CFO",
      28,
      "Bring overdue invoices[ of {overdue.scope}] below {overdue.half}",
      "From {overdue.total} on {today}. Progress follows the tasks of this plan.",
    ),
    advice: [
      advice(
        "Terms",
        "Ask {customers.first} for payment up front",
        "{customers.first} owes {customers.top}, the largest overdue amount.",
      ),
      advice(
        "Reminders",
        "Send the first reminder on the due day",
        "The oldest of {overdue.count|overdue invoice} is {overdue.oldest|day} overdue.",
      ),
    ],
    proposals: [
      part(
        "CFO",
        3,
        "Remind {label} of [{only}, ]{value}",
        "{rows|overdue invoice}. An email to the address on its record, which you approve word by word.",
        { each: "asked", if: "with a mailbox", most: 10, hours: 0, letter: true },
      ),
      part(
        "CFO",
        3,
        "Send reminders to {asked.left|more customer}, {asked.leftTotal}",
        "Overdue too: {asked.leftNames}. Reminders go to customers, so they need your approval.",
        { hours: 2 },
      ),
    ],
  },
  {
    id: "disputes",
    label: "Settle disputes",
    does: "settle disputed invoices",
    examples: said(`
      Settle the disputed invoices | Resolve the disputes about our invoices
      Sort out the invoice that the customer disputes | Clear up the contested bills
      Deal with complaints about an invoice | Find a solution for invoices in dispute
      Agree with the customer on the disputed amount | Close the billing disputes
      Sort the disagreement over an invoice | Clear up the argument about what the customer was charged
      Settle the complaint about the bill
    `),
    reads: {
      disputed: { subject: "invoices", filters: [view("disputed")], measure: { of: "sum" }, order: "first", limit: 50 },
    },
    none: "No invoice is disputed. There is nothing to settle.",
    line: ["{disputed.total} is disputed on {disputed.count|invoice}. The plan starts with {disputed.first}."],
    tasks: [
      part(
        "Legal",
        3,
        "Settle the dispute about {number} with {party}",
        "{openAmount} is disputed[ and {late.dueOn|day} overdue].",
        { each: "disputed", most: 4, hours: 2 },
      ),
    ],
    initiative: part("Legal", 21, "Settle {disputed.count|disputed invoice}", "{disputed.total} on {today}."),
    advice: [
      advice(
        "Disputes",
        "Note the reason of every dispute on its invoice",
        "The next reminder then names the right amount.",
      ),
    ],
  },
  {
    id: "bills",
    label: "Pay bills",
    noun: "bills",
    does: "prepare the payment of bills",
    examples: said(`
      Pay the bills that are due | Settle our open supplier invoices | Clear the overdue bills
      Pay what we owe our suppliers | Prepare the payment run | Get the vendor bills of this week paid
      Make sure all suppliers are paid on time | Schedule payments to vendors | Work through our payables
      Pay the electricity bill | Prepare a payment run for the bills due
      Which suppliers we owe should be paid first: prepare it | Get the suppliers paid before they complain
      Pay the invoices we received | Settle up with the supplier | Make sure the supplier gets his money
    `),
    reads: {
      due: {
        subject: "invoices",
        filters: [view("payable14")],
        named: [view("payable")],
        measure: { of: "sum" },
        day: "dueOn",
        order: "first",
        limit: 100,
      },
      late: { subject: "invoices", filters: [view("overdueBills")], measure: { of: "sum" } },
      cash: latest("cash"),
    },
    none: "No bill is due within 14 days. There is nothing to pay.",
    line: [
      "{due.total} is to be paid on {due.count|bill} within 14 days.",
      " {late.total} of it is overdue.",
      " You hold {cash.total} in cash.",
    ],
    tasks: [
      part(
        "CFO",
        1,
        "Prepare the payment of [{number} ]to {party}: {openAmount}",
        "Due on {dueOn}[, {late.dueOn|day} overdue].",
        { each: "due", most: 4, due: "dueOn" },
      ),
    ],
    initiative: part("CFO", 14, "Pay {due.count|bill} on time", "{due.total} on {today}."),
    advice: [
      advice(
        "Discounts",
        "Ask for the discount of early payment",
        "Vendors that are paid on the day have a reason to give one.",
      ),
    ],
    proposals: [part("CFO", 3, "Pay {due.count|bill}, {due.total}", "It spends money, so it needs your approval.")],
  },
  {
    id: "costs",
    label: "Cut costs",
    noun: "bills",
    does: "find costs to cut",
    examples: said(`
      Cut costs by 10% | Reduce our monthly expenses | Save money on software | Bring our spending down
      Lower the overheads | Find savings in what we spend | Trim the budget | Spend less on suppliers
      We spend too much, find out where we can save | Get our running costs down | Slash office expenses
      Make the company cheaper to run | Cut what we pay the vendor | Get our energy bill down by 15%
      We are spending way too much, do something | Reduce what we spend on materials | Bring the phone bill down
      Cut waste | Find ways to save | Get material costs down | Economise on travel | Make savings | Tighten our belts
    `),
    reads: {
      bills: { ...bills, period: quarter },
      vendors: { ...bills, period: quarter, groupBy: { field: "vendorName" }, limit: 100 },
      categories: { ...bills, period: quarter, groupBy: { field: "category" }, limit: 100 },
      licences: { subject: "subscriptions", filters: [view("ours"), is("kind", "licence")], measure: { of: "sum" } },
    },
    none: "No bill was issued in the last 90 days, so there is no spending to cut.",
    line: [
      "You spent {bills.total}[ for {bills.scope}] on {bills.count|bill} {bills.when}. Saving {bills.part} is {percent} of that.",
      " You name no share or amount, so the plan assumes {assumed}.",
    ],
    tasks: [
      part(
        "CFO",
        5,
        "Get a second quote for what {label} supplies",
        "{value} on {rows|bill} {bills.when}, {share} of the spending in this plan.",
        { each: "vendors", hours: 3 },
      ),
      part("CTO", 7, "Check the use of {licences.count|licence}", "Licences cost {licences.total} a month.", {
        if: "licences",
        hours: 4,
        priority: "medium",
      }),
    ],
    initiative: part(
      "CFO",
      90,
      "Save {bills.part} ({percent}) in 90 days[ for {bills.scope}]",
      "{percent} of {bills.total}, the bills {bills.when}.",
    ),
    advice: [
      advice("Vendors", "Start with {vendors.first}", "It is the largest vendor: {vendors.top} of {bills.total}."),
    ],
  },
  {
    id: "offers",
    label: "Compare offers",
    noun: "bills",
    does: "compare vendors with other offers",
    examples: said(`
      Look for a cheaper supplier | Compare offers for our insurance | Get quotes from other suppliers
      Find an alternative to the vendor | Ask three vendors for an offer | Check whether another provider is cheaper
      Get competing quotes for what we buy | Tender the cleaning | Shop around for a better deal on electricity
      Switch supplier if somebody else is cheaper | Negotiate a better price with our vendor
      Compare the suppliers by price | Compare what two suppliers charge us | Get three quotes for a new van
      See if we can get a better deal than from the supplier | Find out who is cheapest
      Compare the prices of our suppliers | Check the market for a cheaper insurance
      Get rival offers before we sign again
    `),
    reads: {
      vendors: { ...bills, period: year, groupBy: { field: "vendorName" }, limit: 100 },
      bills: { ...bills, period: year },
      contracts: { subject: "contracts", filters: [view("inForce"), known("vendorName")], order: "first", limit: 20 },
    },
    none: "No bill was issued in the last 365 days, so no vendor can be compared.",
    line: [
      "You paid {vendors.names} {bills.total} on {bills.count|bill} {bills.when}.",
      " {contracts.count|vendor contract} {contracts.count?is|are} in force: see which day they can be ended first.",
    ],
    tasks: [
      part("Operations", 7, "Get two other offers for what {label} supplies", "{value} on {rows|bill} {bills.when}.", {
        each: "vendors",
        hours: 3,
      }),
      part("Legal", 5, "Check when {title} with {party} can be ended", "It ends on {endsOn}[; notice by {noticeBy}].", {
        each: "contracts",
        most: 1,
      }),
      part(
        "CFO",
        14,
        "Compare the offers with what {vendors.first} charges",
        "{vendors.top} {bills.when}. Price, terms and notice side by side, with a recommendation.",
        { hours: 2, priority: "medium" },
      ),
    ],
    advice: [
      advice(
        "Vendors",
        "Tell {vendors.first} that you compare",
        "Most vendors improve an offer before they lose a customer.",
      ),
    ],
  },
  {
    id: "prices",
    label: "Change prices",
    does: "prepare new prices",
    examples: said(`
      Raise prices by 5% from next quarter | Increase our prices | Put our rates up | Change what we charge customers
      Review our pricing | Lower the price of a plan | Prepare the price increase
      Make our subscriptions more expensive | Adjust the tariffs for next year | Update the price list
      Charge more for the service | Charge 4% more from January | Work out a price rise
      Make our prices cover the higher costs | Pass the cost increase on to customers
    `),
    isAhead: true,
    reads: {
      plans: { subject: "subscriptions", filters: [view("goingPlans")], measure: { of: "sum" } },
      names: {
        subject: "subscriptions",
        filters: [view("goingPlans")],
        measure: { of: "sum" },
        groupBy: { field: "name" },
        limit: 100,
      },
      contracts: { subject: "contracts", filters: [view("inForce"), is("kind", "customer")], measure: { of: "sum" } },
      unhappy: {
        subject: "customers",
        filters: [view("kept"), { field: "satisfaction", test: "atMost", values: [5] }],
      },
    },
    none: "You have no customer plans, so no price can be planned.",
    line: [
      "{plans.count|customer plan} {plans.count?earns|earn} {plans.total} a month.",
      " {direction} every price by {said} changes that by {plans.said} a month, if every customer stays.",
    ],
    tasks: [
      part("CFO", 5, "Work out the new price of {label}", "{rows|plan}, {value} a month[; {said} is {valueSaid}].", {
        each: "names",
        most: 2,
        hours: 3,
      }),
      part(
        "Legal",
        10,
        "Check the price clauses of {contracts.count|customer contract}",
        "They are worth {contracts.total} a year, and a fixed price cannot be changed before they end.",
        { if: "contracts", hours: 6 },
      ),
      part(
        "Customer Success",
        12,
        "Talk to {unhappy.count|customer} with satisfaction of 5 or less first",
        "They are the likeliest to leave over a price.",
        { if: "unhappy", hours: 4, priority: "medium" },
      ),
    ],
    initiative: part("CFO", 60, "Change prices by {by.60}", "{plans.count|plan} at {plans.total} a month today."),
    advice: [advice("Timing", "Change prices at each renewal", "Customers keep their price until their plan renews.")],
    proposals: [
      part(
        "Customer Success",
        30,
        "Send the new prices to {plans.count|customer plan}",
        "The announcement goes to customers, so it needs your approval.",
        { hours: 4 },
      ),
    ],
  },
  {
    id: "fundraising",
    label: "Raise funding",
    does: "prepare raising money",
    examples: said(`
      Raise £500,000 from investors by the end of next quarter | Raise money for the new factory | Find investors
      Prepare a funding round | Get a bank loan | Secure a credit line with our bank | Pitch to investors
      Close a seed round | Find someone who finances the expansion | Apply for a loan
      Find the money for a new machine | Look for a grant
    `),
    takes: "anything",
    isAhead: true,
    reads: {
      cash: latest("cash"),
      expenses: latest("expenses"),
      deals: { subject: "deals", filters: [view("open")], measure: { of: "sum" }, isWhole: true },
      customers: { subject: "customers", filters: [view("active")], isWhole: true },
      unsigned: { subject: "contracts", filters: [view("unsigned")], isWhole: true },
    },
    line: [
      "You ask for {amount}. ",
      "You hold {cash.total} in cash. ",
      "Expenses were {expenses.total} in the last month. ",
      "{customers.count|active customer}[ and {deals.count|open deal} worth {deals.total}] support the case.",
    ],
    tasks: [
      part(
        "CFO",
        5,
        "Write down what the money is for and how long it lasts[: {amount}]",
        "[Cash is {cash.total}. ]Investors and banks ask for cash and runway first.",
        { hours: 6 },
      ),
      part(
        "CEO",
        10,
        "Draft the presentation for investors",
        "[{customers.count|active customer}; ]sales history and forecast are its evidence.",
        { hours: 12 },
      ),
      part("Sales", 8, "Prepare the forecast of {deals.count|open deal}", "{deals.total} is open.", {
        if: "deals",
        hours: 4,
        priority: "medium",
      }),
      part(
        "Legal",
        14,
        "Get {unsigned.count|unsigned contract} signed before due diligence",
        "Investors' lawyers read every contract.",
        { if: "unsigned", hours: 5, priority: "medium" },
      ),
    ],
    initiative: part("CEO", 90, "Raise funding[: {amount}]", "Documents ready by {by.14}, first meetings after that."),
    advice: [
      advice(
        "Cash",
        "Collect overdue invoices first",
        'It lowers the amount you need. Send "Collect everything that is overdue" to plan it.',
      ),
    ],
    proposals: [
      part("CEO", 21, "Send the presentation to investors", "It goes to investors, so it needs your approval.", {
        hours: 3,
      }),
    ],
  },
  {
    id: "cash",
    label: "Plan the cash",
    does: "plan the cash of the next weeks",
    examples: said(`
      Make sure we do not run out of cash | Plan our cash for the next weeks | Improve our cash flow
      Check that we can pay everything this month | Make a cash flow plan | Protect our liquidity
      See that the bank account stays positive | Stretch the runway | Sort out our cash position
      Make sure payroll and rent are covered | Cash is tight, do something
      See whether we can afford the next three months | Keep us liquid over the winter
      Check our cash for the coming weeks | Make a forecast of the bank balance
    `),
    reads: {
      owed: { subject: "invoices", filters: [view("receivable")], measure: { of: "sum" }, isWhole: true },
      debtors: {
        subject: "invoices",
        filters: [view("receivable")],
        measure: { of: "sum" },
        groupBy: { field: "customerName" },
        isWhole: true,
      },
      due: { subject: "invoices", filters: [view("payable")], measure: { of: "sum" }, isWhole: true },
      creditors: {
        subject: "invoices",
        filters: [view("payable")],
        measure: { of: "sum" },
        groupBy: { field: "vendorName" },
        isWhole: true,
      },
      cash: latest("cash"),
      late: { ...overdue, isWhole: true },
    },
    none: "No customer owes you money on an open invoice, so there is no incoming cash to plan.",
    isAhead: true,
    line: [
      "Customers owe {owed.total} on {owed.count|invoice}[; you owe {due.total} on {due.count|bill}].",
      " {late.total} of what customers owe is overdue.",
      " You hold {cash.total} in cash.",
    ],
    tasks: [
      part(
        "CFO",
        2,
        "Agree with {label} on the day of payment of {value}",
        "{rows|open invoice}, {share} of what customers owe.",
        { each: "debtors", most: 2 },
      ),
      part("CFO", 4, "Plan the payment of {value} to {label}", "{rows|open bill}, {share} of what you owe.", {
        each: "creditors",
        most: 2,
      }),
      part(
        "CFO",
        5,
        "Write down cash in and out for each of the next 8 weeks",
        "From {owed.count|open invoice}[ and {due.count|open bill}].",
        { hours: 3, priority: "medium" },
      ),
    ],
    initiative: part("CFO", 56, "Keep the cash above what is due", "{owed.total} comes in[, {due.total} goes out]."),
  },
  {
    id: "sales-why",
    label: "Find out why sales changed",
    does: "find out why sales changed",
    examples: said(`
      Find out why revenue fell | Investigate why sales dropped last month | Find the reason for the drop in turnover
      Analyse why we sold less | Work out what is behind the fall in revenue | Get to the bottom of the weak month
      Look into why customers buy less | Understand why our income is down
      Find out which customers bought less than before | Explain the drop in sales
      Find out why February went so badly | Find out why the month was so weak | Dig into why business was slow
      Why did sales collapse? Dig into it | Look into the bad quarter | Find out what went wrong last month
      Find out why we earned less
    `),
    reads: {
      billed: { ...billed, period: month, compare: "previous" },
      customers: {
        ...billed,
        period: month,
        compare: "previous",
        groupBy: { field: "customerName" },
        limit: 200,
        by: "fall",
      },
      lost: { subject: "deals", filters: [view("lost")], measure: { of: "sum" }, period: quarter, day: "closedOn" },
    },
    none: "No invoice was issued in that time, so the reason cannot be looked for.",
    line: [
      "You billed {billed.total} {billed.when}, {billed.previous} in the time before.",
      " {customers.names} bought less than before.",
    ],
    tasks: [
      part(
        "Sales",
        2,
        "Ask {label} why it bought {fall} less",
        "[{value} {billed.when}, ]{before} in the time before.",
        { each: "customers" },
      ),
      part(
        "Sales",
        5,
        "Write down why {lost.count|deal} {lost.count?was|were} lost",
        "{lost.total} in the last 90 days.",
        { if: "lost", hours: 2, priority: "medium" },
      ),
      part(
        "CFO",
        7,
        "Report the reasons with their amounts",
        "{billed.total} was billed {billed.when}, {billed.previous} before.",
        { hours: 2, priority: "medium" },
      ),
    ],
  },
  {
    id: "costs-why",
    label: "Find out why costs changed",
    noun: "bills",
    does: "find out why costs changed",
    examples: said(`
      Find out why costs went up | Investigate why we spent more | Find the reason for the rise in expenses
      Work out why the bills are higher than last month | Analyse which costs have risen
      Look into why we pay more for electricity | Get to the bottom of the increased spending
      Find out what made our costs rise | Explain the jump in spending | Find out why our margin shrank
      Dig into the higher bills | Supplier costs jumped, find the reason
    `),
    reads: {
      bills: { ...bills, period: month, compare: "previous" },
      vendors: {
        ...bills,
        period: month,
        compare: "previous",
        groupBy: { field: "vendorName" },
        limit: 200,
        by: "rise",
      },
    },
    none: "No bill was issued in that time, so the reason cannot be looked for.",
    line: [
      "Bills came to {bills.total} {bills.when}, {bills.previous} in the time before.",
      " {vendors.names} charged more than before.",
    ],
    tasks: [
      part("CFO", 2, "Check why {label} charged {rise} more", "{value} {bills.when}[, {before} in the time before].", {
        each: "vendors",
      }),
      part(
        "CFO",
        7,
        "Report what made costs change, with the amounts",
        "{bills.total} {bills.when}, {bills.previous} before.",
        { hours: 2, priority: "medium" },
      ),
    ],
  },
  {
    id: "books",
    label: "Close the books",
    does: "prepare the books",
    examples: said(`
      Close the books for the month | Prepare the month end | Get everything ready for the accountant
      Prepare the tax return | Clean up the bookkeeping | Prepare the year end closing
      Categorise the bank transactions | Get the VAT return ready | Reconcile the bank account
      Prepare our papers for the tax adviser | Prepare the figures for the tax office
      Get the accounts in order for the quarter | Put the receipts in order | Prepare the annual accounts
    `),
    reads: {
      open: { subject: "invoices", filters: [view("receivable")], measure: { of: "sum" } },
      due: { subject: "invoices", filters: [view("payable")], measure: { of: "sum" } },
      bank: { subject: "transactions", filters: [view("uncategorised")], measure: { of: "count" } },
      disputed: { subject: "invoices", filters: [view("disputed")], measure: { of: "sum" } },
    },
    isAhead: true,
    none: "No invoice is open. There is nothing to close.",
    line: [
      "{open.count|invoice} worth {open.total} {open.count?is|are} open[ and {due.count|bill} worth {due.total}].",
      " {bank.count|bank transaction} {bank.count?has|have} no category.",
      " {disputed.count|invoice} {disputed.count?is|are} disputed.",
    ],
    tasks: [
      part(
        "CFO",
        3,
        "Give {bank.count|bank transaction} a category",
        "Without one they are in no total of the month.",
        { if: "bank", hours: 3 },
      ),
      part(
        "CFO",
        4,
        "Check {open.count|open invoice} against the bank account",
        "{open.total} is open; what was paid is marked as paid.",
        { hours: 3 },
      ),
      part("CFO", 4, "Check that {due.count|open bill} {due.count?is|are} booked", "{due.total} is still to be paid.", {
        if: "due",
        hours: 2,
        priority: "medium",
      }),
      part(
        "Legal",
        6,
        "Decide how {disputed.count|disputed invoice} {disputed.count?is|are} booked",
        "{disputed.total} may not be paid.",
        { if: "disputed", priority: "medium" },
      ),
      part("CFO", 9, "Send the papers to the accountant", "Once the open points above are settled.", {
        priority: "medium",
      }),
    ],
  },
];
