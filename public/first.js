// Before the application is there: the theme, so that the first paint has it, and what the application
// will ask first, so that its answers come while the application itself is loading.
try {
  const view = JSON.parse(localStorage.getItem('heddle:view') || '{}')
  const dark = view.theme === 'dark' || (view.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}

/** The file that is named, or else the one that was shown last: a wrong guess costs one answer that nobody reads. */
const firstFile = () => {
  const named = new URLSearchParams(location.search).get('file')
  if (named !== null) return named
  try {
    const tabs = JSON.parse(sessionStorage.getItem('heddle:tabs') ?? localStorage.getItem('heddle:tabs') ?? '{}')
    return Object.values(tabs)[0]?.active ?? null
  } catch {
    return null
  }
}

{
  const file = firstFile()
  const addresses = ['/api/workspace', '/api/layout']
  if (typeof file === 'string') for (const of of ['files', 'projections', 'drafts']) addresses.push(`/api/${of}/${file.split('/').map(encodeURIComponent).join('/')}`)
  const asked = new Map()
  for (const address of addresses) {
    const answer = fetch(address, { headers: { accept: 'application/json, application/problem+json' }, credentials: 'same-origin', cache: 'no-store' })
    // Whoever takes the answer meets the failure.
    answer.catch(() => {})
    asked.set(address, answer)
  }
  globalThis.heddleAsked = asked
}
