/** The mark: a table with three chairs on each side. */
export const Mark = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true" className="flex-none">
    <rect x="1.5" y="7" width="17" height="6" rx="3" />
    {[5.5, 10, 14.5].map((x) => (
      <g key={x}>
        <circle cx={x} cy="3.2" r="1.6" />
        <circle cx={x} cy="16.8" r="1.6" />
      </g>
    ))}
  </svg>
);
