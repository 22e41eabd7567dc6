/** The pages everyone may read, in the order of the menu. The server sends each as a document of its own. */
export const visitorEntries = [
  { href: "/about", label: "About Us" },
  { href: "/features", label: "Features" },
  { href: "/how-it-works", label: "How It Works" },
  { href: "/enterprise", label: "Enterprise" },
  { href: "/trust", label: "Security & Compliance" },
  { href: "/privacy", label: "Privacy Policy" },
  { href: "/terms", label: "Terms" },
] as const;
