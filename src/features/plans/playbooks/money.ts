import { playbooksIn } from "./written.ts";

export const money = playbooksIn(`
receivables: Collect receivables
  does collect what customers owe
  for collect: debt customer; gather: debt; follow: debt; call: debt; sort: debt; answer: debt
  > Collect everything that is overdue | Chase the overdue invoices | Get the customers who owe us money to pay
  > Chase up late payers | Recover our outstanding receivables | Follow up on unpaid invoices
  > Remind everyone who has not paid yet | Bring in the cash our clients still owe
  > Send payment reminders for open invoices | Go after old debts | Pursue the debtors about their payment
  > Make the customer pay the invoice | Clear the backlog of unpaid customer invoices
  > Dun the customers whose payment is late | Call the customers who are behind with payment
  > Get the customer to settle its bills | Write to every customer whose payment is past its date
  > Get the money the customer owes us | Speed up collections | Make sure we get paid
  > Send reminders to the biggest debtors | Ask for the money that is past due | Chase the customer for payment
  > Get paid for the work we have done
  read overdue = invoices, view overdue, sum, on dueOn, first, 100
  read customers = invoices, view overdue, sum, on dueOn, by customerName, 100
  read asked = invoices, view overdue, status isNot disputed, sum, on dueOn, by customerName, inside, 100
  read disputed = invoices, view overdue, status is disputed, sum, on dueOn, 5
  read credits = invoices, view credits, sum, on dueOn, by customerName, 100
  none No invoice is overdue. There is nothing to collect.
  say {overdue.total} is overdue on {overdue.count|invoice}[, {customers.share} of it ({customers.top}) from {customers.leader}][ from {customers.only}].
  say The plan asks {asked.asked} for payment by {by.3}.
  say It settles {disputed.count|disputed invoice} first.
  task CFO +1, each asked, if without a mailbox
    Ask {label} to pay [{only}, ]{value}
    {numbers}: {rows|overdue invoice}, the oldest {late|day} overdue.[ Credit notes of {credit} are not used yet: take them off first.]
  task CFO +8, if with a mailbox
    Look who has paid of {asked.shown|customer} that got a reminder
    Who has neither paid nor answered by then is better called.
  task Legal +7, each disputed, most 1, hours 2, priority medium
    Settle the dispute about {number} with {party}
    {openAmount} is disputed and {late.dueOn|day} overdue.[ {disputed.more|more invoice} disputed.]
  goal CFO +28
    Bring overdue invoices[ of {overdue.scope}] below {overdue.half}
    From {overdue.total} on {today}. Progress follows the tasks of this plan.
  advise Terms
    Ask {customers.first} for payment up front
    {customers.first} owes {customers.top}, the largest overdue amount.
  advise Reminders
    Send the first reminder on the due day
    The oldest of {overdue.count|overdue invoice} is {overdue.oldest|day} overdue.
  propose CFO +3, each asked, if with a mailbox, most 10, hours 0, letter
    Remind {label} of [{only}, ]{value}
    {rows|overdue invoice}. An email to the address on its record, which you approve word by word.
  propose CFO +3, hours 2
    Send reminders to {asked.left|more customer}, {asked.leftTotal}
    Overdue too: {asked.leftList}. Reminders go to customers, so they need your approval.

disputes: Settle disputes
  does settle disputed invoices
  for sort: dispute; answer: dispute; collect: dispute; check: dispute; pay: dispute; clean: dispute
  > Settle the disputed invoices | Resolve the disputes about our invoices
  > Sort out the invoice that the customer disputes | Clear up the contested bills
  > Deal with complaints about an invoice | Find a solution for invoices in dispute
  > Agree with the customer on the disputed amount | Close the billing disputes
  > Sort the disagreement over an invoice | Clear up the argument about what the customer was charged
  > Settle the complaint about the bill
  read disputed = invoices, view disputed, sum, first, 50
  none No invoice is disputed. There is nothing to settle.
  say {disputed.total} is disputed on {disputed.count|invoice}. The plan starts with {disputed.first}.
  task Legal +3, each disputed, most 4, hours 2
    Settle the dispute about {number} with {party}
    {openAmount} is disputed[ and {late.dueOn|day} overdue].
  goal Legal +21
    Settle {disputed.count|disputed invoice}
    {disputed.total} on {today}.
  advise Disputes
    Note the reason of every dispute on its invoice
    The next reminder then names the right amount.

bills: Pay bills
  does prepare the payment of bills
  for pay: bill supplier debt; answer: bill; plan: bill
  noun bills
  > Pay the bills that are due | Settle our open supplier invoices | Clear the overdue bills
  > Pay what we owe our suppliers | Prepare the payment run | Get the vendor bills of this week paid
  > Make sure all suppliers are paid on time | Schedule payments to vendors | Work through our payables
  > Pay the electricity bill | Prepare a payment run for the bills due
  > Which suppliers we owe should be paid first: prepare it | Get the suppliers paid before they complain
  > Pay the invoices we received | Settle up with the supplier | Make sure the supplier gets his money
  read due = invoices, view payable14, named view payable, sum, on dueOn, first, 100
  read late = invoices, view overdueBills, sum
  read cash = figures, name is cash, latest, isWhole
  none No bill is due within 14 days. There is nothing to pay.
  say {due.total} is to be paid on {due.count|bill} within 14 days.
  say {late.total} of it is overdue.
  say You hold {cash.total} in cash.
  task CFO +1, each due, most 4, due dueOn
    Prepare the payment of [{number} ]to {party}: {openAmount}
    Due on {dueOn}[, {late.dueOn|day} overdue].
  goal CFO +14
    Pay {due.count|bill} on time
    {due.total} on {today}.
  advise Discounts
    Ask for the discount of early payment
    Vendors that are paid on the day have a reason to give one.
  propose CFO +3
    Pay {due.count|bill}, {due.total}
    It spends money, so it needs your approval.

cash: Plan the cash
  does plan the cash of the next weeks
  for plan: cash; keep: cash; sort: cash; prepare: cash; raise: cash
  ahead
  > Make sure we do not run out of cash | Plan our cash for the next weeks | Improve our cash flow
  > Check that we can pay everything this month | Make a cash flow plan | Protect our liquidity
  > See that the bank account stays positive | Stretch the runway | Sort out our cash position
  > Make sure payroll and rent are covered | Cash is tight, do something
  > See whether we can afford the next three months | Keep us liquid over the winter
  > Check our cash for the coming weeks | Make a forecast of the bank balance
  read owed = invoices, view receivable, sum, isWhole
  read debtors = invoices, view receivable, sum, by customerName, isWhole
  read due = invoices, view payable, sum, isWhole
  read creditors = invoices, view payable, sum, by vendorName, isWhole
  read cash = figures, name is cash, latest, isWhole
  read late = invoices, view overdue, sum, on dueOn, isWhole
  none No customer owes you money on an open invoice, so there is no incoming cash to plan.
  say Customers owe {owed.total} on {owed.count|invoice}[; you owe {due.total} on {due.count|bill}].
  say {late.total} of what customers owe is overdue.
  say You hold {cash.total} in cash.
  task CFO +2, each debtors, most 2
    Agree with {label} on the day of payment of {value}
    {rows|open invoice}, {share} of what customers owe.
  task CFO +4, each creditors, most 2
    Plan the payment of {value} to {label}
    {rows|open bill}, {share} of what you owe.
  task CFO +5, hours 3, priority medium
    Write down cash in and out for each of the next 8 weeks
    From {owed.count|open invoice}[ and {due.count|open bill}].
  goal CFO +56
    Keep the cash above what is due
    {owed.total} comes in[, {due.total} goes out].

prices: Change prices
  does prepare new prices
  for raise: price subscription sales; lower: price; check: price; write: price; clean: price; plan: price; prepare: price
  ahead
  > Raise prices by 5% from next quarter | Increase our prices | Put our rates up | Change what we charge customers
  > Review our pricing | Lower the price of a plan | Prepare the price increase
  > Make our subscriptions more expensive | Adjust the tariffs for next year | Update the price list
  > Charge more for the service | Charge 4% more from January | Work out a price rise
  > Make our prices cover the higher costs | Pass the cost increase on to customers
  read plans = subscriptions, view goingPlans, sum
  read names = subscriptions, view goingPlans, sum, by name, 100
  read contracts = contracts, view inForce, kind is customer, sum
  read unhappy = customers, view kept, satisfaction atMost 5
  none You have no customer plans, so no price can be planned.
  say {plans.count|customer plan} {plans.count?earns|earn} {plans.total} a month.
  say {direction} every price by {said} changes that by {plans.said} a month, if every customer stays.
  task CFO +5, each names, most 2, hours 3
    Work out the new price of {label}
    {rows|plan}, {value} a month[; {said} is {valueSaid}].
  task Legal +10, if contracts, hours 6
    Check the price clauses of {contracts.count|customer contract}
    They are worth {contracts.total} a year, and a fixed price cannot be changed before they end.
  task Customer Success +12, if unhappy, hours 4, priority medium
    Talk to {unhappy.count|customer} with satisfaction of 5 or less first
    They are the likeliest to leave over a price.
  goal CFO +60
    Change prices by {by.60}
    {plans.count|plan} at {plans.total} a month today.
  advise Timing
    Change prices at each renewal
    Customers keep their price until their plan renews.
  propose Customer Success +30, hours 4
    Send the new prices to {plans.count|customer plan}
    The announcement goes to customers, so it needs your approval.

fundraising: Raise funding
  does prepare raising money
  for raise: funding; check: funding; brief: funding; file: funding; collect: funding; plan: funding
  takes anything
  ahead
  > Raise £500,000 from investors by the end of next quarter | Raise money for the new factory | Find investors
  > Prepare a funding round | Get a bank loan | Secure a credit line with our bank | Pitch to investors
  > Close a seed round | Find someone who finances the expansion | Apply for a loan
  > Find the money for a new machine | Look for a grant
  read cash = figures, name is cash, latest, isWhole
  read expenses = figures, name is expenses, latest, isWhole
  read deals = deals, view open, sum, isWhole
  read customers = customers, view active, isWhole
  read unsigned = contracts, view unsigned, isWhole
  say You ask for {amount}.
  say You hold {cash.total} in cash.
  say Expenses were {expenses.total} in the last month.
  say {customers.count|active customer}[ and {deals.count|open deal} worth {deals.total}] support the case.
  task CFO +5, hours 6
    Write down what the money is for and how long it lasts[: {amount}]
    [Cash is {cash.total}. ]Investors and banks ask for cash and runway first.
  task CEO +10, hours 12
    Draft the presentation for investors
    [{customers.count|active customer}; ]sales history and forecast are its evidence.
  task Sales +8, if deals, hours 4, priority medium
    Prepare the forecast of {deals.count|open deal}
    {deals.total} is open.
  task Legal +14, if unsigned, hours 5, priority medium
    Get {unsigned.count|unsigned contract} signed before due diligence
    Investors' lawyers read every contract.
  goal CEO +90
    Raise funding[: {amount}]
    Documents ready by {by.14}, first meetings after that.
  advise Cash
    Collect overdue invoices first
    It lowers the amount you need. Send "Collect everything that is overdue" to plan it.
  propose CEO +21, hours 3
    Send the presentation to investors
    It goes to investors, so it needs your approval.

books: Close the books
  does prepare the books
  for prepare: books; clean: books; sort: books; brief: books; plan: books
  ahead
  > Close the books for the month | Prepare the month end | Get everything ready for the accountant
  > Prepare the tax return | Clean up the bookkeeping | Prepare the year end closing
  > Categorise the bank transactions | Get the VAT return ready | Reconcile the bank account
  > Prepare our papers for the tax adviser | Prepare the figures for the tax office
  > Get the accounts in order for the quarter | Put the receipts in order | Prepare the annual accounts
  read open = invoices, view receivable, sum
  read due = invoices, view payable, sum
  read bank = transactions, view uncategorised, count
  read disputed = invoices, view disputed, sum
  none No invoice is open. There is nothing to close.
  say {open.count|invoice} worth {open.total} {open.count?is|are} open[ and {due.count|bill} worth {due.total}].
  say {bank.count|bank transaction} {bank.count?has|have} no category.
  say {disputed.count|invoice} {disputed.count?is|are} disputed.
  task CFO +3, if bank, hours 3
    Give {bank.count|bank transaction} a category
    Without one they are in no total of the month.
  task CFO +4, hours 3
    Check {open.count|open invoice} against the bank account
    {open.total} is open; what was paid is marked as paid.
  task CFO +4, if due, hours 2, priority medium
    Check that {due.count|open bill} {due.count?is|are} booked
    {due.total} is still to be paid.
  task Legal +6, if disputed, priority medium
    Decide how {disputed.count|disputed invoice} {disputed.count?is|are} booked
    {disputed.total} may not be paid.
  task CFO +9, priority medium
    Send the papers to the accountant
    Once the open points above are settled.
`);
