/** Three warps in their heddles, and the weft through all of them. */
export function Logo() {
  return (
    <svg className="logo" width="22" height="22" viewBox="0 0 22 22" fill="none" role="img" aria-label="Heddle">
      <path d="M6 2v6M6 14v6M11 2v6M11 14v6M16 2v6M16 14v6" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      <rect x="4.4" y="8" width="3.2" height="6" rx="1.6" stroke="currentColor" strokeWidth="1.6" />
      <rect x="9.4" y="8" width="3.2" height="6" rx="1.6" stroke="currentColor" strokeWidth="1.6" />
      <rect x="14.4" y="8" width="3.2" height="6" rx="1.6" stroke="currentColor" strokeWidth="1.6" />
      <path d="M1 11h20" stroke="var(--accent)" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  )
}
