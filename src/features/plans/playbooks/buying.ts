import { playbooksIn } from "./written.ts";

export const buying = playbooksIn(`
costs: Cut costs
  does find costs to cut
  for lower: cost bill supplier subscription; sort: cost
  noun bills
  > Cut costs by 10% | Reduce our monthly expenses | Save money on software | Bring our spending down
  > Lower the overheads | Find savings in what we spend | Trim the budget | Spend less on suppliers
  > We spend too much, find out where we can save | Get our running costs down | Slash office expenses
  > Make the company cheaper to run | Cut what we pay the vendor | Get our energy bill down by 15%
  > We are spending way too much, do something | Reduce what we spend on materials | Bring the phone bill down
  > Cut waste | Find ways to save | Get material costs down | Economise on travel | Make savings | Tighten our belts
  read bills = invoices, view bills, sum, on issuedOn, last 90
  read vendors = invoices, view bills, sum, on issuedOn, by vendorName, last 90, 100
  read categories = invoices, view bills, sum, on issuedOn, by category, last 90, 100
  read licences = subscriptions, view ours, kind is licence, sum
  none No bill was issued in the last 90 days, so there is no spending to cut.
  say You spent {bills.total}[ for {bills.scope}] on {bills.count|bill} {bills.when}. Saving {bills.part} is {percent} of that.
  say You name no share or amount, so the plan assumes {assumed}.
  task CFO +5, each vendors, hours 3
    Get a second quote for what {label} supplies
    {value} on {rows|bill} {bills.when}, {share} of the spending in this plan.
  task CTO +7, if licences, hours 4, priority medium
    Check the use of {licences.count|licence}
    Licences cost {licences.total} a month.
  goal CFO +90
    Save {bills.part} ({percent}) in 90 days[ for {bills.scope}]
    {percent} of {bills.total}, the bills {bills.when}.
  advise Vendors
    Start with {vendors.first}
    It is the largest vendor: {vendors.top} of {bills.total}.

costs-why: Find out why costs changed
  does find out why costs changed
  for why: cost bill supplier
  noun bills
  > Find out why costs went up | Investigate why we spent more | Find the reason for the rise in expenses
  > Work out why the bills are higher than last month | Analyse which costs have risen
  > Look into why we pay more for electricity | Get to the bottom of the increased spending
  > Find out what made our costs rise | Explain the jump in spending
  > Dig into the higher bills | Supplier costs jumped, find the reason
  read bills = invoices, view bills, sum, on issuedOn, this month, with before
  read vendors = invoices, view bills, sum, on issuedOn, by vendorName, this month, with before, rise, 200
  none No bill was issued in that time, so the reason cannot be looked for.
  say Bills came to {bills.total} {bills.when}, {bills.previous} in the time before.
  say {vendors.names} charged more than before.
  task CFO +2, each vendors
    Check why {label} charged {rise} more
    {value} {bills.when}[, {before} in the time before].
  task CFO +7, hours 2, priority medium
    Report what made costs change, with the amounts
    {bills.total} {bills.when}, {bills.previous} before.

offers: Compare offers
  does compare vendors with other offers
  for compare: deal supplier bill price contract cost
  noun bills
  > Look for a cheaper supplier | Compare offers for our insurance | Get quotes from other suppliers
  > Find an alternative to the vendor | Ask three vendors for an offer | Check whether another provider is cheaper
  > Get competing quotes for what we buy | Tender the cleaning | Shop around for a better deal on electricity
  > Switch supplier if somebody else is cheaper | Negotiate a better price with our vendor
  > Compare the suppliers by price | Compare what two suppliers charge us | Get three quotes for a new van
  > See if we can get a better deal than from the supplier | Find out who is cheapest
  > Compare the prices of our suppliers | Check the market for a cheaper insurance
  > Get rival offers before we sign again
  read vendors = invoices, view bills, sum, on issuedOn, by vendorName, last 365, 100
  read bills = invoices, view bills, sum, on issuedOn, last 365
  read contracts = contracts, view inForce, vendorName known, first, 20
  none No bill was issued in the last 365 days, so no vendor can be compared.
  say You paid {vendors.names} {bills.total} on {bills.count|bill} {bills.when}.
  say {contracts.count|vendor contract} {contracts.count?is|are} in force: see which day they can be ended first.
  task Operations +7, each vendors, hours 3
    Get two other offers for what {label} supplies
    {value} on {rows|bill} {bills.when}.
  task Legal +5, each contracts, most 1
    Check when {title} with {party} can be ended
    It ends on {endsOn}[; notice by {noticeBy}].
  task CFO +14, hours 2, priority medium
    Compare the offers with what {vendors.first} charges
    {vendors.top} {bills.when}. Price, terms and notice side by side, with a recommendation.
  advise Vendors
    Tell {vendors.first} that you compare
    Most vendors improve an offer before they lose a customer.

renewals: Renew contracts
  does prepare decisions on contracts that end
  look notice period, end of the term, price
  for renew: contract ending supplier; either: contract ending supplier; sort: ending contract; answer: ending contract; check: ending
  > Prepare the contract renewals | Renew the contracts that end this quarter | Renew the contract with the supplier
  > Renegotiate our supplier agreements | Extend the lease | Decide on the agreements that run out soon
  > Sort out the insurance before it expires | See which contracts we must give notice on
  > Handle the contracts that are about to expire | Negotiate the renewal with the vendor
  > Prolong the maintenance agreement | Make sure no contract renews by itself without a decision
  > Decide whether to cancel or renew the contract | The lease runs out in March, get that sorted
  > Cancel or renew the contract, tell me what you would do | Deal with the contract that is up for renewal
  > Get the agreement renewed on better terms | Check which contracts end soon and prepare what to do
  read due = contracts, view notice90, endsOn known, noticeBy isNot 1900-01-01, named view inForce, named endsOn known, named noticeBy isNot 1900-01-01, sum, on noticeBy, first, 100
  read services = subscriptions, view ending, view renewing60, on renewsOn, first, 5
  none No contract needs notice within 90 days. There is nothing to renew.
  say {due.count|contract}[ worth {due.total} a year] {due.count?needs|need} a decision[ within {within}].
  say The first is {due.first}[: notice by {due.noticeBy}].
  say {services.count|licence or certificate|licences and certificates} of your own {services.count?expires|expire} too.
  task Operations +1, each due, most 4, due noticeBy, hours 2
    Decide on {title} by {decideBy}
    With {party}[, {yearlyValue} a year]; ends on {endsOn}[; notice was due {late.noticeBy|day} ago].
  task CTO +1, each services, most 1, due renewsOn
    Renew {name} before {renewsOn}
    A licence, certificate, domain or token of your own.
  goal Legal +90
    Settle {due.count|contract}[ within {within}]
    Worth {due.total} a year.
  advise Contracts
    Ask for new prices before the notice date
    After that date the contract renews at the vendor's price.
  propose Operations +7, each due, most 1, hours 2
    Renew {title} at {yearlyValue} a year
    With {vendorName}. The price is taken as unchanged.
  decide vendor_renewal: currentPrice #yearlyValue; newPrice #yearlyValue; endsOn @endsOn; subject {title}; counterparty {vendorName}

ending: End contracts
  does prepare notice for contracts
  look notice period, end of the term
  for end: contract supplier
  > Cancel the contract with our cleaning company | Give notice on the lease | Terminate the vendor contract
  > End the agreement with the supplier | Get out of the phone contract | Stop the contract before it renews
  > Send the termination notice in time | We want to leave the provider, prepare the notice
  > Quit the maintenance agreement | Get rid of the contract | Hand in notice for the storage unit
  > Cancel the contract with the supplier
  read due = contracts, view inForce, noticeBy isNot 1900-01-01, sum, first, 100
  none No contract is in force. There is nothing to end.
  say {due.count|contract}[ worth {due.total} a year] {due.count?is|are} in force. The plan prepares notice for {due.names}; nothing is sent before you approve it.
  task Legal +2, each due, due noticeBy, hours 1
    Prepare the notice for {title} with {party}
    [{yearlyValue} a year; ]ends on {endsOn}[, notice by {noticeBy}].
  task Operations +7, hours 3, priority medium
    Plan what replaces {due.first}
    Before notice is given, so that nothing stops.
  propose Legal +5, each due, most 1
    Give notice on {title} with {party}
    It ends a contract, so it needs your approval.

signing: Get contracts signed
  does get contracts signed
  for sign: signature contract; follow: signature; collect: signature
  > Get the unsigned contracts signed | Chase the missing signatures | Finalise the draft agreements
  > Have the open contracts signed by the customers | Make sure every contract has a signature
  > Send the agreement for signature
  read unsigned = contracts, view unsigned, sum, first, 100
  none No contract waits for a signature.
  say {unsigned.count|contract}[ worth {unsigned.total} a year] {unsigned.count?has|have} no signature.
  task Legal +3, each unsigned, most 5, hours 2
    Get {title} signed[ by {customerName}][ by {vendorName}]
    [{yearlyValue} a year; ]no signature is on record.
  goal Legal +30
    Sign {unsigned.count|contract}
    Without a signature on {today}.

services: Review subscriptions
  does review the subscriptions you pay for
  for check: subscription; end: subscription; renew: subscription; clean: subscription; either: subscription; sort: subscription
  > Review our software subscriptions | Cancel the tools we do not use | Check which licences we still need
  > Go through our subscriptions and end what is useless | Clean up our software licences
  > Renew the licences that expire | Renew the domain and the certificate | Cancel the gym subscription
  > Make a list of subscriptions we can drop | Prune the software we pay for and nobody uses
  > Drop the apps we do not need | See which subscriptions can go
  read ours = subscriptions, view ours, sum, on renewsOn, first, 100
  none No service or licence of your own is on record.
  say You pay for {ours.count|service} of your own, {ours.total} per interval. The first renewal is {ours.first}.
  task CTO +3, each ours, most 5, due renewsOn
    Decide whether to keep {name}[ of {vendorName}]
    [{amount} a {interval}][; {seats|seat}][; renews on {renewsOn}].
  goal CTO +30
    Review {ours.count|service}
    Kept or ended, each with a reason.
`);
