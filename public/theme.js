try {
  const view = JSON.parse(localStorage.getItem('heddle:view') || '{}')
  const dark = view.theme === 'dark' || (view.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
