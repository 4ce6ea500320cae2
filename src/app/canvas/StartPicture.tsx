/** A start in miniature: `empty` shows where the first node will stand. */
export function StartPicture({ empty }: { readonly empty: boolean }) {
  return empty ? <Nothing /> : <Graph />
}

function Graph() {
  return (
    <svg width="132" height="52" viewBox="0 0 132 52" fill="none" aria-hidden="true">
      <path d="M27 26H53M79 26H105M27 26C40 26 40 8 66 8S92 26 105 26" stroke="var(--thread)" strokeWidth="1.5" />
      <rect x="1" y="18.5" width="26" height="15" rx="4" fill="var(--agent-bg)" stroke="var(--agent)" strokeWidth="1.25" />
      <rect x="53" y="18.5" width="26" height="15" rx="4" fill="var(--agent-bg)" stroke="var(--agent)" strokeWidth="1.25" />
      <rect x="105" y="18.5" width="26" height="15" rx="8" fill="var(--verifier-bg)" stroke="var(--verifier)" strokeWidth="1.25" />
    </svg>
  )
}

function Nothing() {
  return (
    <svg width="132" height="52" viewBox="0 0 132 52" fill="none" aria-hidden="true">
      <rect x="1" y="18.5" width="26" height="15" rx="4" stroke="var(--line-ui)" strokeWidth="1.25" strokeDasharray="4 3" />
    </svg>
  )
}
