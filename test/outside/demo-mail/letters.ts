/** What lies in the demo's mailbox: from whom, about what, in which words, and headers of machines. */
export const letters: readonly { from: string; subject: string; text: string; headers?: string }[] = [
  {
    from: "Rosa Field <rosa@brightside-cafes.example>",
    subject: "Wholesale prices for mugs",
    text: "Hello,\n\nwe run six cafés and would like to buy 400 of your stoneware mugs. Could you send us a quote, and tell us how long delivery takes?\n\nBest wishes\nRosa",
  },
  {
    from: "Martin Oakes <martin@oakes-gifts.example>",
    subject: "Invoice sent twice?",
    text: "Hi,\n\nI have received two invoices for our last order. Which one should I pay, and could you cancel the other?\n\nThanks\nMartin Oakes",
  },
  {
    from: "Ines Duarte <ines@duarte-home.example>",
    subject: "Broken candle holder",
    text: "Good morning,\n\none of the candle holders arrived broken. I would like a refund or a new one. What do you need from me?\n\nInes",
  },
  {
    from: "Paul Winter <paul@winterandsons.example>",
    subject: "Contract for next year",
    text: "Dear team,\n\nplease find our remarks on clause 7 of the supply agreement. Can your legal department confirm the change of the notice period before we sign?\n\nKind regards\nPaul Winter",
  },
  {
    from: "Hannah Lee <hannah@leeinteriors.example>",
    subject: "The shop's login fails",
    text: "Hello,\n\nsince yesterday the trade portal shows an error after I sign in. Is there an outage, and when will it work again?\n\nHannah",
  },
  {
    from: "Tom Barker <tom@barker.example>",
    subject: "30% discount?",
    text: "Hi there,\n\nif you give us a discount of 30% and refund the deposit of £450, we order today. Do we have a deal?\n\nTom",
  },
  {
    from: "Rosa Field <rosa@brightside-cafes.example>",
    subject: "Automatic reply: out of office",
    text: "I am away until Monday.",
    headers: "Auto-Submitted: auto-replied\r\n",
  },
  {
    from: "Trade News <news@trade-news.example>",
    subject: "This week in gifts",
    text: "The ten trends of the season.",
    headers: "List-Id: <news.trade-news.example>\r\nList-Unsubscribe: <https://trade-news.example/off>\r\n",
  },
];
